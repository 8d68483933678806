import type { EntryKind } from '#app/contracts/ledger.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { applyEntries, type CreditEntry } from './apply-entries.ts';
import type { Checkpoint } from './checkpoint.ts';

/** Entries that are read at a time. */
const PAGE = 2_500;

/** A checkpoint further on. */
export interface Advanced {
  checkpoint: Checkpoint;
  /** How many entries were applied. */
  entries: number;
  /** Whether these were all that there are. */
  isComplete: boolean;
}

/**
 * Applies the next entries of an account to what a checkpoint has. Those of one account are written by who has locked it,
 * so that none appears before one that was read.
 * @returns what a checkpoint would be; it is not written
 */
export async function applyNextEntries(tx: Tx, checkpoint: Checkpoint): Promise<Advanced> {
  const entries = await readEntries(tx, checkpoint);
  const credit = applyEntries(checkpoint.credit, entries);
  const lastEntryId = entries.at(-1)?.id ?? checkpoint.lastEntryId;
  return {
    checkpoint: { ...checkpoint, credit, lastEntryId },
    entries: entries.length,
    isComplete: entries.length < PAGE,
  };
}

/** The same until there are no more of them. @param most pages that are read at most */
export async function applyAllEntries(tx: Tx, checkpoint: Checkpoint, most = Infinity): Promise<Advanced> {
  let at: Advanced = { checkpoint, entries: 0, isComplete: false };
  for (let page = 0; page < most && !at.isComplete; page += 1) {
    const next = await applyNextEntries(tx, at.checkpoint);
    at = { ...next, entries: at.entries + next.entries };
  }
  return at;
}

async function readEntries(tx: Tx, { accountId, lastEntryId }: Checkpoint): Promise<CreditEntry[]> {
  const rows = await selectRows<{
    id: string;
    kind: EntryKind;
    amount_micro: string;
    detail: string | null;
    created_at: Date;
  }>(
    tx,
    `SELECT id, kind, amount_micro, detail, created_at FROM ledger_entries
     WHERE account_id = ? AND id > ? ORDER BY id LIMIT ${PAGE}`,
    [accountId, lastEntryId],
  );
  return rows.map((row) => ({
    id: BigInt(row.id),
    kind: row.kind,
    amountMicro: BigInt(row.amount_micro),
    purchaseId: purchaseOf(row.detail),
    bookedAt: row.created_at,
  }));
}

function purchaseOf(detail: string | null): string | null {
  if (detail === null) return null;
  const { purchase } = JSON.parse(detail) as { purchase?: unknown };
  return typeof purchase === 'string' ? purchase : null;
}
