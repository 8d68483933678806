import type { ApiKey, Caps } from '#app/core/api-keys/api-key.ts';
import { createApiKey } from '#app/core/api-keys/lifecycle.ts';
import { createAccount } from './create-account.ts';

interface KeyFacts {
  name?: string;
  caps?: Partial<Caps>;
  models?: readonly string[] | null;
  expiresAt?: Date | null;
}

/** Another key of a user. */
export async function addKey(
  userId: string,
  { name = 'Laptop', ...facts }: KeyFacts = {},
): Promise<{ key: ApiKey; keyId: string; value: string }> {
  const made = await createApiKey({ userId, name, ...facts });
  if (!made) throw new Error('A key without a reference is always made.');
  return { ...made, keyId: made.key.id };
}

/** A user with money and a key of the hub. */
export async function createKey({
  creditMicro = 1_000_000n,
  ...facts
}: { creditMicro?: bigint } & KeyFacts = {}): Promise<{
  userId: string;
  accountId: string;
  key: ApiKey;
  value: string;
}> {
  const { userId, accountId } = await createAccount({ creditMicro });
  const { key, value } = await addKey(userId, { name: 'test', ...facts });
  return { userId, accountId, key, value };
}
