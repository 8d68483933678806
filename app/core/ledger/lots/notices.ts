import { change, selectRow } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';

/** A mail that announces, this many days before, that a lot expires. */
export interface LotNotice {
  /** The entry that opened the lot. */
  entryId: string;
  days: number;
}

/** A mail in progress for longer than this may be sent again: its worker has died. */
const CLAIM_S = 60;

const OF_LOTS = 'account_id = ? AND (entry_id, days) IN (?)';
const keys = (notices: readonly LotNotice[]) => notices.map(({ entryId, days }) => [entryId, days]);

/** Writes notices that are to be sent. @returns those that were not written before */
export async function addNotices(
  tx: Transaction,
  accountId: string,
  notices: readonly LotNotice[],
): Promise<LotNotice[]> {
  const added: LotNotice[] = [];
  for (const notice of notices) {
    const isNew = await change(
      tx,
      'INSERT IGNORE INTO credit_notices (account_id, entry_id, days, created_at) VALUES (?, ?, ?, NOW(3))',
      [accountId, notice.entryId, notice.days],
    );
    if (isNew === 1) added.push(notice);
  }
  return added;
}

/**
 * Claims the notices of one mail, so that no other process sends it at the same time.
 * @returns `sent` when it was sent, `taken` when another process is sending it; after `claimed` the caller
 * must mark it as sent, or release it
 */
export async function claimNotices(
  tx: Tx,
  accountId: string,
  notices: readonly LotNotice[],
): Promise<'claimed' | 'taken' | 'sent'> {
  const claimed = await change(
    tx,
    `UPDATE credit_notices SET claimed_at = NOW(3) WHERE ${OF_LOTS} AND sent_at IS NULL
       AND (claimed_at IS NULL OR claimed_at < NOW(3) - INTERVAL ? SECOND)`,
    [accountId, keys(notices), CLAIM_S],
  );
  if (claimed > 0) return 'claimed';
  const open = await selectRow(
    tx,
    `SELECT account_id FROM credit_notices WHERE ${OF_LOTS} AND sent_at IS NULL LIMIT 1`,
    [accountId, keys(notices)],
  );
  return open ? 'taken' : 'sent';
}

/** Ends a claim. @param isSent false when the mail was not accepted, and may be sent again at once */
export async function endClaim(
  tx: Tx,
  accountId: string,
  { notices, isSent }: { notices: readonly LotNotice[]; isSent: boolean },
): Promise<void> {
  await change(
    tx,
    `UPDATE credit_notices SET claimed_at = NULL, sent_at = IF(?, NOW(3), NULL) WHERE ${OF_LOTS}`,
    [isSent, accountId, keys(notices)],
  );
}
