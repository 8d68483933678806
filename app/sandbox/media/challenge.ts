import { randomUUID } from 'node:crypto';

/** The makers wait this long for the challenge. */
const PATIENCE_MS = 3000;

/** Whether an address returns a challenge. Addresses outside of this machine are trusted. */
export async function returnsChallenge(address: unknown): Promise<boolean> {
  if (typeof address !== 'string' || new URL(address).hostname !== '127.0.0.1') return true;
  const challenge = randomUUID();
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ challenge }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return answer.ok && ((await answer.json()) as { challenge?: unknown }).challenge === challenge;
  } catch {
    return false;
  }
}
