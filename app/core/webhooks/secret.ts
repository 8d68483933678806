import { createHmac, randomBytes } from 'node:crypto';
import { sealedColumn } from '#app/core/vault/reseal.ts';
import { open, seal } from '#app/core/vault/vault.ts';

const PREFIX = 'whsec_';

const KEY_BYTES = 32;

/** The endpoint of a secret. */
interface Owner {
  id: string;
  userId: string;
}

/** A secret in the format of Standard Webhooks: `whsec_` and a key of 32 bytes as base64. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`;
}

/** The vault binding of a sealed secret. */
export const bindingOf = ({ id, userId }: Owner) =>
  ({ ownerId: userId, purpose: `webhook-secret:${id}` }) as const;

export const sealSecret = (secret: string, owner: Owner): string => seal(secret, bindingOf(owner));

/** @throws VaultError when its encryption key is gone or the row was changed */
export const openSecret = (sealed: string, owner: Owner): string => open(sealed, bindingOf(owner));

/** The signed data: an event's id, the time in Unix seconds, and the body as it is sent. */
export interface Signed {
  id: string;
  timestamp: number;
  body: string;
}

/**
 * The headers of Standard Webhooks, which `webhooks.unwrap` of OpenAI's clients verifies.
 * @param secrets each of them signs: two while one replaces the other
 */
export function signedHeaders({ id, timestamp, body }: Signed, secrets: readonly string[]) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

/** The secrets of endpoints, for a rotation of the vault's keys. */
export const SEALED_SECRETS = ['sealed_secret', 'old_secret'].map((column) =>
  sealedColumn({ table: 'webhook_endpoints', column, bindingOf }),
);
