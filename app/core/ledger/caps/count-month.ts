import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { windowStarts } from './spending-cap.ts';

/** Entries that one statement reads. */
const PAGE = 10_000;
const NEWEST = 18_446_744_073_709_551_615n;
/** Clocks of processes may differ: an entry is never so much older than the one before it. */
const MARGIN_MS = 24 * 3600 * 1000;

/** What an account was charged by days (UTC), in micro-dollars, up to an entry of the ledger. */
export interface CountedDays {
  days: { day: string; spent: string }[];
  countedTo: bigint;
}

/**
 * Counts what an account was charged this month, backwards from its newest entry. Entries that are booked meanwhile come
 * behind `countedTo`, because whoever books one has locked the account.
 */
export async function countMonth(tx: Tx, accountId: string, now = new Date()): Promise<CountedDays> {
  const { monthly } = windowStarts(now);
  const oldest = windowStarts(new Date(Date.parse(monthly) - MARGIN_MS)).daily;
  const counted: CountedDays = { days: [], countedTo: 0n };
  for (let before = NEWEST; ;) {
    const rows = await selectRows<{
      day: string;
      spent: string;
      first: string;
      last: string;
      entries: string;
    }>(
      tx,
      `SELECT DATE(page.created_at) AS day, MIN(page.id) AS first, MAX(page.id) AS last, COUNT(*) AS entries,
         SUM(CASE WHEN page.kind = 'charge' THEN -page.amount_micro ELSE 0 END) AS spent
       FROM (SELECT id, kind, amount_micro, created_at FROM ledger_entries
         WHERE account_id = ? AND id < ? ORDER BY id DESC LIMIT ?) page
       GROUP BY DATE(page.created_at)`,
      [accountId, before, PAGE],
    );
    for (const { day, spent, first, last } of rows) {
      if (BigInt(last) > counted.countedTo) counted.countedTo = BigInt(last);
      if (BigInt(first) < before) before = BigInt(first);
      counted.days.push({ day, spent });
    }
    const entries = rows.reduce((sum, row) => sum + Number(row.entries), 0);
    if (entries < PAGE || rows.some(({ day }) => day < oldest)) return counted;
  }
}
