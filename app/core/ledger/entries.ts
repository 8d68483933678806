import { AppError } from '#app/contracts/errors.ts';
import type { EntryKind, LedgerLine, LedgerPage } from '#app/contracts/ledger.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

const PAGE_SIZE = 100;

interface EntryRow {
  id: string;
  kind: EntryKind;
  reference: string;
  amount_micro: string;
  detail: string | null;
  created_at: Date;
  balance_micro: string;
}

/**
 * A user's ledger, newest entry first. A cursor contains the balance along with the entry: entries never
 * change, so no page has to add up those above it.
 * @param options.cursor `nextCursor` of the page before; absent or null for the first page
 * @throws AppError invalid_request for a cursor that this function did not write
 */
export async function listEntries(
  tx: Tx,
  { userId, cursor, limit = PAGE_SIZE }: { userId: string; cursor?: string | null; limit?: number },
): Promise<LedgerPage> {
  const above = cursor ? readCursor(cursor) : null;
  // One read, so that the balance matches the entries that add up to it.
  const rows = await selectRows<EntryRow>(
    tx,
    `SELECT e.id, e.kind, e.reference, e.amount_micro, e.detail, e.created_at, a.balance_micro
     FROM accounts a JOIN ledger_entries e ON e.account_id = a.id
     WHERE a.user_id = ? ${above ? 'AND e.id < ?' : ''} ORDER BY e.id DESC LIMIT ?`,
    above ? [userId, above.id, limit + 1] : [userId, limit + 1],
  );
  let balance = above?.balanceMicro ?? BigInt(rows[0]?.balance_micro ?? '0');
  const shown = rows.slice(0, limit);
  const lines = shown.map((row): LedgerLine => {
    const balanceAfterMicro = balance.toString();
    balance -= BigInt(row.amount_micro);
    return {
      kind: row.kind,
      reference: row.reference,
      amountMicro: row.amount_micro,
      balanceAfterMicro,
      ...detailOf(row.detail),
      bookedAt: row.created_at.toISOString(),
    };
  });
  const last = shown.at(-1);
  return { lines, nextCursor: rows.length > limit && last ? `${last.id}.${balance}` : null };
}

/** The sign-up credit of a user's account, in micro-dollars; null for none. */
export async function readSignupCredit(tx: Tx, userId: string): Promise<bigint | null> {
  const row = await selectRow<{ amount_micro: string }>(
    tx,
    'SELECT amount_micro FROM ledger_entries WHERE reference = ?',
    [signupReference(userId)],
  );
  return row ? BigInt(row.amount_micro) : null;
}

/** The reference of the sign-up credit. */
export function signupReference(userId: string): string {
  return `signup:${userId}`;
}

/** The part of an entry's detail that its owner may see. */
function detailOf(detail: string | null): Pick<LedgerLine, 'reason' | 'purchaseId'> {
  const { reason, purchase } = JSON.parse(detail ?? '{}') as { reason?: unknown; purchase?: unknown };
  return {
    reason: typeof reason === 'string' ? reason : null,
    purchaseId: typeof purchase === 'string' ? purchase : null,
  };
}

function readCursor(cursor: string): { id: string; balanceMicro: bigint } {
  const [, id, balance] = /^(\d{1,19})\.(-?\d{1,19})$/.exec(cursor) ?? [];
  if (id === undefined || balance === undefined) throw new AppError('invalid_request', { param: 'before' });
  return { id, balanceMicro: BigInt(balance) };
}
