import { createHmac, randomBytes } from 'node:crypto';
import { open, seal } from '#app/core/vault/vault.ts';

const PREFIX = 'whsec_';
const KEY_BYTES = 32;

/** Whose secret it is. */
interface Owner {
  id: string;
  userId: string;
}

/** A secret in the form of Standard Webhooks: `whsec_` and a key of 32 bytes as base64. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`;
}

/** What a sealed secret is bound to. */
export const bindingOf = ({ id, userId }: Owner) =>
  ({ ownerId: userId, purpose: `webhook-secret:${id}` }) as const;

export const sealSecret = (secret: string, owner: Owner): string => seal(secret, bindingOf(owner));

/** @throws VaultError when its encryption key is gone or the row was changed */
export const openSecret = (sealed: string, owner: Owner): string => open(sealed, bindingOf(owner));

/** What is signed: an event's id, the time in Unix seconds, and the body as it is sent. */
export interface Signed {
  id: string;
  timestamp: number;
  body: string;
}

/**
 * The headers of Standard Webhooks, which the `webhooks.unwrap` of OpenAI's clients checks.
 * @param secrets each signs: two while one replaces the other
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
