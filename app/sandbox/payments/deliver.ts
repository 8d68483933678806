/** A webhook as it is posted, signed again for every try. */
type Signed = { method: 'POST'; body: string; headers: Record<string, string> };

const RETRY_MS = 2000;

/**
 * Posts a webhook, and retries it until it is accepted, as payment services do for days.
 * @returns the answer to the first try: a status, or the reason why there was none
 */
export async function deliver(url: string, sign: () => Signed): Promise<string> {
  const { isTaken, said } = await post(url, sign());
  if (!isTaken) setTimeout(() => void deliver(url, sign), RETRY_MS).unref();
  return said;
}

async function post(url: string, webhook: Signed): Promise<{ isTaken: boolean; said: string }> {
  try {
    const answer = await fetch(url, webhook);
    await answer.body?.cancel();
    return { isTaken: answer.ok, said: `${answer.ok ? 'taken' : 'refused'} with ${answer.status}` };
  } catch (error) {
    return { isTaken: false, said: `not reached: ${(error as Error).name}` };
  }
}
