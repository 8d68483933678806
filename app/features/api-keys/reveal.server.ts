import { revealApiKey } from '#app/core/api-keys/sealed-value.ts';
import { config } from '#app/core/platform/config.ts';
import { takeTry } from '#app/core/platform/throttle.ts';

/**
 * Returns a key's value to its owner. Each call counts, so that a person at an open browser can reveal only a
 * few keys.
 * @throws AppError not_found, too_many_tries, unavailable
 */
export async function revealForOwner(named: { userId: string; keyId: string }): Promise<string> {
  const { LIMIT_REVEALS, LIMIT_REVEALS_WINDOW } = config();
  await takeTry([{ key: `reveal:user:${named.userId}`, limit: LIMIT_REVEALS }], LIMIT_REVEALS_WINDOW);
  return revealApiKey(named);
}
