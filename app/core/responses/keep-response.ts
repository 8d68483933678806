import { logger } from '#app/core/platform/logger.ts';
import { seal } from '#app/core/vault/vault.ts';
import { change, write } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction } from '#db/transaction.ts';
import { bindingOf, MOST_BYTES } from './kept-response.ts';

interface NewResponse {
  /** That of its generation, which is admitted afterwards: what ends must find where to put its answer. */
  id: string;
  userId: string;
  isBackground: boolean;
  ancestors: readonly string[];
  /** JSON. */
  asked: string;
}

/**
 * Keeps what was asked, sealed for its owner.
 * @returns false where it is too long, and nothing is kept
 */
export async function keepAsked({
  id,
  userId,
  isBackground,
  ancestors,
  asked,
}: NewResponse): Promise<boolean> {
  if (Buffer.byteLength(asked) > MOST_BYTES) return false;
  const sealed = seal(asked, bindingOf({ id, userId }, 'asked'));
  await change(
    AUTOCOMMIT,
    `INSERT INTO responses (id, user_id, is_background, ancestors, asked, bytes, created_at)
     VALUES (?, ?, ?, ?, ?, ?, NOW(3))`,
    [id, userId, isBackground, JSON.stringify(ancestors), sealed, sealed.length],
  );
  return true;
}

/**
 * Keeps what was answered, in the transaction that settles the run. Does nothing for a response that was deleted
 * meanwhile; one whose answer is too long is not kept at all.
 * @param entries JSON of one LogEntry each, the end included
 */
export async function keepAnswered(
  tx: Transaction,
  { id, userId, entries }: { id: string; userId: string; entries: readonly string[] },
): Promise<void> {
  const plain = `[${entries.join(',')}]`;
  const bytes = Buffer.byteLength(plain);
  if (bytes > MOST_BYTES) {
    logger().warn({ generationId: id, bytes }, 'a response is too long to be kept');
    return write(tx, 'DELETE FROM responses WHERE id = ?', [id]);
  }
  const sealed = seal(plain, bindingOf({ id, userId }, 'answer'));
  await write(tx, 'UPDATE responses SET answer = ?, ended_at = NOW(3), bytes = bytes + ? WHERE id = ?', [
    sealed,
    sealed.length,
    id,
  ]);
}
