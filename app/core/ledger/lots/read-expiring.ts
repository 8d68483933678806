import type { Tx } from '#db/transaction.ts';
import { findCheckpointOf } from './checkpoint.ts';
import type { Lot } from './credit.ts';
import { isOver } from './due.ts';
import { applyAllEntries } from './read-entries.ts';

/** Of an account whose checkpoint is further behind no more is read: its lots hold at most what is known of them. */
const MOST_PAGES = 4;

/** What of a user's credit will expire. */
export interface ExpiringCredit {
  /** What is left of each purchase, the one that expires first in front. */
  lots: Lot[];
  /** False where entries were not looked at yet: there may be less in the lots than they say. */
  isExact: boolean;
}

/** What of a user's credit will expire, when, and how much of it, as the ledger has it now. Writes nothing. */
export async function readExpiring(tx: Tx, userId: string, now = new Date()): Promise<ExpiringCredit> {
  const found = await findCheckpointOf(tx, userId);
  // Where nothing is due there is no lot, whatever was charged since.
  if (!found || found.dueAt === null) return { lots: [], isExact: true };
  const { checkpoint, isComplete } = await applyAllEntries(tx, found, MOST_PAGES);
  const lots = checkpoint.credit.lots.filter((lot) => lot.remainingMicro > 0n && !isOver(lot, now));
  return { lots, isExact: isComplete };
}
