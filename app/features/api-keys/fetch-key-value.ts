import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';

/**
 * The whole value of a key, to be copied without showing it.
 * @throws when it is refused: too often, or the key is gone
 */
export async function fetchKeyValue(keyId: string): Promise<string> {
  const answer = await fetchWithRefresh(`/api/api-keys/${keyId}/reveal`, { method: 'POST' });
  if (!answer.ok) throw new Error(`The value was refused: ${answer.status}`);
  return ((await answer.json()) as { value: string }).value;
}
