import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { config } from '#app/core/platform/config.ts';
import type { KeyRing } from '#app/core/platform/secret-settings.ts';

/**
 * All kinds of sealed data, by the first word of their purpose. A rotation must be able to seal each of them
 * again.
 */
export const SEALED_KINDS = [
  'api-key',
  'call-content',
  'idempotent-answer',
  'provider-key',
  'request',
  'response',
  'webhook-secret',
] as const;

export type SealedKind = (typeof SEALED_KINDS)[number];

/** The owner and record that a sealed text is bound to. Moved to another owner or record it does not open. */
export interface Binding {
  ownerId: string;
  /** The kind, with the record's id: `api-key:<id>`. */
  purpose: `${SealedKind}:${string}`;
}

const CIPHER = 'aes-256-gcm';

const NONCE_BYTES = 12;

const TAG_BYTES = 16;

const SEALED = /^([\w-]{1,16}):([\w-]+)$/;

/** Why a stored secret cannot be opened: its key is not in ENCRYPTION_KEYS, or it was changed. */
type VaultFailure = 'unknown_key' | 'refused';

const MESSAGES: Record<VaultFailure, string> = {
  unknown_key: 'A stored secret was sealed with a key that ENCRYPTION_KEYS does not have.',
  refused: 'A stored secret was changed, or belongs to another owner or purpose.',
};

/**
 * Encrypts a secret  for its column and row: `<key id>:<nonce, tag and ciphertext as base64url>`.
 * @param keys the first one seals
 */
export function seal(plain: string, binding: Binding, keys: KeyRing = config().ENCRYPTION_KEYS): string {
  const [key] = keys;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key.secret, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associated(key.id, binding));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return `${key.id}:${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`;
}

/**
 * The secret inside a sealed text.
 * @throws VaultError
 */
export function open(sealed: string, binding: Binding, keys: KeyRing = config().ENCRYPTION_KEYS): string {
  const [, keyId = '', body = ''] = SEALED.exec(sealed) ?? [];
  const bytes = Buffer.from(body, 'base64url');
  // Unused bits of the last character would allow two texts for the same bytes.
  if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== body)
    throw new VaultError('refused');
  const key = keys.find(({ id }) => id === keyId);
  if (!key) throw new VaultError('unknown_key');
  const decipher = createDecipheriv(CIPHER, key.secret, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(associated(key.id, binding));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    throw new VaultError('refused');
  }
}

/** Seals the same secret with the first key; null when it does not open. */
export function sealAgain(sealed: string, binding: Binding): string | null {
  try {
    return seal(open(sealed, binding), binding);
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}

/** The prefix of texts sealed with the first key. All others need to be sealed again after a rotation. */
export function currentPrefix(keys: KeyRing = config().ENCRYPTION_KEYS): string {
  return `${keys[0].id}:`;
}

/** JSON, so that owner and purpose cannot be split at another position. */
function associated(keyId: string, { ownerId, purpose }: Binding): Buffer {
  return Buffer.from(JSON.stringify([keyId, ownerId, purpose]));
}

/** Contains neither the secret nor its owner or key, and no cause: it may be logged. */
export class VaultError extends Error {
  readonly failure: VaultFailure;

  constructor(failure: VaultFailure) {
    super(MESSAGES[failure]);
    this.name = 'VaultError';
    this.failure = failure;
  }
}
