import type { LogEntry } from '#app/contracts/generation.ts';
import { open, seal, type Binding } from '#app/core/vault/vault.ts';
import { VaultError } from '#app/core/vault/vault-error.ts';
import { logger } from '#app/core/platform/logger.ts';
import { selectRow, write } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';

/**
 * Longer answers are not kept: a packet to the database is 16 MB at most, base64 takes a third more, and the rest of the
 * transaction travels with it. Counted in bytes, since most scripts take several for a character.
 */
const MOST_BYTES = 8 * 1024 * 1024;

/** Everything that a run's readers were told, from its first entry to its end. */
export interface Answer {
  generationId: string;
  userId: string;
  /** JSON of one LogEntry each. */
  entries: string[];
}

export const bindingOf = (generationId: string, userId: string): Binding => ({
  ownerId: userId,
  purpose: `idempotent-answer:${generationId}`,
});

/**
 * Seals an answer for later repeats of its call, in the transaction that settles the run. Of one that is too long nothing
 * is kept: its call is known as one that was answered and paid for, and cannot be answered again.
 */
export async function keepAnswer(tx: Transaction, { generationId, userId, entries }: Answer): Promise<void> {
  const plain = `[${entries.join(',')}]`;
  const bytes = Buffer.byteLength(plain);
  if (bytes > MOST_BYTES) {
    logger().warn({ generationId, bytes }, 'an answer is too long to be kept');
    return;
  }
  const sealed = seal(plain, bindingOf(generationId, userId));
  await write(tx, 'UPDATE idempotent_calls SET answer = ? WHERE generation_id = ?', [sealed, generationId]);
}

/** The log of a run whose answer was kept; null when there is none, or when its vault key is gone. */
export async function readKeptAnswer(
  tx: Tx,
  generationId: string,
  userId: string,
): Promise<LogEntry[] | null> {
  const row = await selectRow<{ answer: string | null }>(
    tx,
    'SELECT answer FROM idempotent_calls WHERE generation_id = ?',
    [generationId],
  );
  if (!row?.answer) return null;
  try {
    return JSON.parse(open(row.answer, bindingOf(generationId, userId))) as LogEntry[];
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    logger().warn({ generationId, error: error.message }, 'a kept answer does not open');
    return null;
  }
}
