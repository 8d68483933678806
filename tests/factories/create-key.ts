import type { ApiKey, Caps } from '#app/core/api-keys/api-key.ts';
import { createApiKey } from '#app/core/api-keys/create-api-key.ts';
import { createAccount } from './create-account.ts';

/** A person with money and a key of the hub. */
export async function createKey({
  creditMicro = 1_000_000n,
  caps = {},
  models = null,
}: { creditMicro?: bigint; caps?: Partial<Caps>; models?: readonly string[] | null } = {}): Promise<{
  userId: string;
  key: ApiKey;
  value: string;
}> {
  const { userId } = await createAccount({ creditMicro });
  const made = await createApiKey({ userId, name: 'test', caps, models });
  if (!made) throw new Error('A key without a reference is always made.');
  return { userId, ...made };
}
