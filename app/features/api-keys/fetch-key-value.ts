import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';

/** The server did not give the value of a key: it was asked too often (429), or the key is gone (404). */
export class KeyValueRefused extends Error {
  constructor(readonly status: number) {
    super(`The value was refused: ${status}`);
  }
}

/**
 * The whole value of a key, to be copied without showing it.
 * @throws KeyValueRefused
 */
export async function fetchKeyValue(keyId: string): Promise<string> {
  const answer = await fetchWithRefresh(`/api/api-keys/${keyId}/reveal`, { method: 'POST' });
  if (!answer.ok) throw new KeyValueRefused(answer.status);
  return ((await answer.json()) as { value: string }).value;
}
