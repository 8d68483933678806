import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import type { Binding } from '#app/core/vault/vault.ts';

/** Whose key, and for which endpoint it is. */
export interface NamedKey {
  userId: string;
  name: string;
}

/** What is told of a key: never its value. */
export interface ProviderKey {
  name: Endpoint;
  expiresAt: Date;
  createdAt: Date;
}

/** A key that is moved to another person, endpoint or expiry does not open. */
export function bindingOf({ userId, name }: NamedKey, expiresAt: Date): Binding {
  return { ownerId: userId, purpose: `provider-key:${name}:${expiresAt.getTime()}` };
}
