import { z } from 'zod';

/** One key of the vault. Its id is stored with everything that it sealed. */
export interface EncryptionKey {
  id: string;
  /** 32 bytes. */
  secret: Buffer;
}

/** The keys of the vault: the first seals, all open. */
export type KeyRing = readonly [EncryptionKey, ...EncryptionKey[]];

const ENTRY = /^([\w-]{1,16}):([\w-]{43})=?$/;

/**
 * ENCRYPTION_KEYS: `id:key` separated by commas, each key 32 bytes as base64url. What is wrong is named by its
 * place in the list, never repeated.
 */
export const encryptionKeys = z.string().transform((list, context): KeyRing => {
  const keys = list.split(',').map((entry, index) => {
    const [, id, secret] = ENTRY.exec(entry.trim()) ?? [];
    if (id !== undefined && secret !== undefined) return { id, secret: Buffer.from(secret, 'base64url') };
    context.addIssue({
      code: 'custom',
      message: `entry ${index + 1} is not id:key with 32 bytes as base64url`,
    });
    return { id: '', secret: Buffer.alloc(0) };
  });
  if (new Set(keys.map(({ id }) => id)).size < keys.length)
    context.addIssue({ code: 'custom', message: 'two entries have the same id' });
  return keys as [EncryptionKey, ...EncryptionKey[]];
});
