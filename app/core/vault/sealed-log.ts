import type { LogEntry } from '#app/contracts/generation.ts';
import { logger } from '#app/core/platform/logger.ts';
import { open, seal, VaultError, type Binding } from './vault.ts';

/**
 * Max bytes of a stored body and of a stored answer: a packet to the database is limited to 16 MB, base64 adds a
 * third, and the rest of the transaction is sent with it. Bytes, since most scripts take several per character.
 */
export const MAX_STORED_BYTES = 8 * 1024 * 1024;

/** The generation of a stored text, and the warning in the log when it is not stored or does not open. */
interface Warning {
  generationId: string;
  warning: string;
}

/**
 * Seals the log of a run.
 * @param entries JSON of one LogEntry each, the end included
 * @returns null, with a warning in the log, if it is too long to be stored
 */
export function sealLog(
  entries: readonly string[],
  binding: Binding,
  { generationId, warning }: Warning,
): string | null {
  const plain = `[${entries.join(',')}]`;
  const bytes = Buffer.byteLength(plain);
  if (bytes <= MAX_STORED_BYTES) return seal(plain, binding);
  logger().warn({ generationId, bytes }, warning);
  return null;
}

/** Opens the sealed log of a run. @throws VaultError */
export const openLog = (sealed: string, binding: Binding): LogEntry[] =>
  JSON.parse(open(sealed, binding)) as LogEntry[];

/**
 * Reads a stored record whose texts are sealed.
 * @returns null, with a warning in the log, if it does not open, because its vault key is gone
 */
export function openStored<Stored>(read: () => Stored, { generationId, warning }: Warning): Stored | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    logger().warn({ generationId, error: error.message }, warning);
    return null;
  }
}
