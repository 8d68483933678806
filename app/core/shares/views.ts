import { errorFacts } from '#app/core/platform/log-facts.ts';
import { logger } from '#app/core/platform/logger.ts';
import { casesById, change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Views are written together after this time, so that a popular link is not one busy row. */
const WRITE_AFTER_MS = 2000;

/** Views by the ids of links that are not written yet; each process counts its own. */
let pending = new Map<string, bigint>();

let timer: NodeJS.Timeout | undefined;

/** Counts one view of a link. Nothing of the reader is stored, so a reader who comes twice counts twice. */
export function countView(shareId: string): void {
  pending.set(shareId, (pending.get(shareId) ?? 0n) + 1n);
  timer ??= setTimeout(() => void writeViews(), WRITE_AFTER_MS).unref();
}

/** Writes the counted views; a process that ends calls it. A failure loses some views, and is logged. */
export async function writeViews(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (pending.size === 0) return;
  const counted = pending;
  pending = new Map();
  const [added, values] = casesById(counted);
  try {
    await change(AUTOCOMMIT, `UPDATE shares SET views = views + ${added} WHERE id IN (?)`, [
      ...values,
      [...counted.keys()],
    ]);
  } catch (error) {
    logger().warn(errorFacts(error), 'views of shared chats are lost');
  }
}
