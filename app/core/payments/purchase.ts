import type { PaymentProvider, PurchaseReason, PurchaseState } from '#app/contracts/payments/receipt.ts';
import { newId } from '#app/core/platform/ids.ts';
import { bigInt, columnList, plain, rowReader, type Fields } from '#db/columns.ts';
import { change, selectCount, selectRow, selectRows, type SqlValue } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';

const COLUMNS = {
  id: plain<string>('id'),
  accountId: plain<string | null>('account_id'),
  provider: plain<PaymentProvider>('provider'),
  paymentId: plain<string>('payment_id'),
  checkoutId: plain<string | null>('checkout_id'),
  state: plain<PurchaseState>('state'),
  reason: plain<PurchaseReason | null>('reason'),
  currency: plain<string | null>('currency'),
  paidMicro: bigInt('paid_micro'),
  taxMicro: bigInt('tax_micro'),
  settledMicro: bigInt('settled_micro'),
  creditedMicro: bigInt('credited_micro'),
  /** Part of the paid amount: all refunds that have not failed. */
  refundedMicro: bigInt('refunded_micro'),
  /** The highest sum of refunds that was reported as a sum. */
  refundTotalMicro: bigInt('refund_total_micro'),
  /** Part of the credited amount: taken back by bookings of refunds, of which there were `returns`. */
  returnedMicro: bigInt('returned_micro'),
  returns: plain<number>('returns'),
  email: plain<string | null>('email'),
  /** The top-up that the payment belongs to; null when its payer made it. */
  topUpId: plain<string | null>('top_up_id'),
  paidAt: plain<Date | null>('paid_at'),
  createdAt: plain<Date>('created_at'),
};

const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

const READ = rowReader(COLUMNS, NAMES);

const SELECT = `SELECT ${columnList(COLUMNS, NAMES)} FROM purchases`;

/** A payment at a payment service, and its state here. Money is micro-dollars. */
export type Purchase = Fields<typeof COLUMNS>;

/** A payment in its payer's data export. Money is micro-dollars as text. */
interface ExportedPurchase {
  id: string;
  provider: PaymentProvider;
  /** The payment service's id. */
  paymentId: string;
  state: PurchaseState;
  currency: string | null;
  paidMicro: string;
  taxMicro: string;
  creditedMicro: string;
  refundedMicro: string;
  /** Part of the credited amount. */
  returnedMicro: string;
  email: string | null;
  /** The top-up that the payment belongs to. */
  topUpId: string | null;
  paidAt: Date | null;
  createdAt: Date;
}

/**
 * The row of a payment, locked for the rest of the transaction; a new one if there was none. It is always
 * locked before the account.
 */
export async function lockPurchase(
  tx: Transaction,
  { provider, paymentId }: Pick<Purchase, 'provider' | 'paymentId'>,
): Promise<Purchase> {
  await change(
    tx,
    `INSERT INTO purchases (id, provider, payment_id, state, created_at) VALUES (?, ?, ?, 'unseen', NOW(3))
     ON DUPLICATE KEY UPDATE payment_id = payment_id`,
    [newId(), provider, paymentId],
  );
  const row = await selectRow<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE provider = ? AND payment_id = ? FOR UPDATE`,
    [provider, paymentId],
  );
  return READ(row!);
}

/** The row of this id, locked for the rest of the transaction. */
export async function lockPurchaseById(tx: Transaction, id: string): Promise<Purchase | null> {
  const row = await selectRow<Record<string, unknown>>(tx, `${SELECT} WHERE id = ? FOR UPDATE`, [id]);
  return row ? READ(row) : null;
}

/** Writes fields of a row that this transaction has locked. */
export async function updatePurchase(
  tx: Transaction,
  id: string,
  changed: Partial<Omit<Purchase, 'id'>>,
): Promise<void> {
  const names = Object.keys(changed) as (keyof typeof changed)[];
  if (names.length === 0) return;
  const sets = names.map((name) => `${COLUMNS[name].name} = ?`).join(', ');
  await change(tx, `UPDATE purchases SET ${sets} WHERE id = ?`, [
    ...names.map((name): SqlValue => changed[name] ?? null),
    id,
  ]);
}

/**
 * Payments of an account that were started or made, the newest first.
 * @param limits.id only this one
 * @param limits.before only those before it
 */
export async function listPurchases(
  tx: Tx,
  accountId: string,
  { id, before, limit = 50 }: { id?: string; before?: string | undefined; limit?: number } = {},
): Promise<Purchase[]> {
  const rows = await selectRows<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE account_id = ? AND state <> 'unseen' ${id === undefined ? '' : 'AND id = ?'}
     ${before === undefined ? '' : 'AND id < ?'} ORDER BY id DESC LIMIT ?`,
    [accountId, ...(id === undefined ? [] : [id]), ...(before === undefined ? [] : [before]), limit],
  );
  return rows.map(READ);
}

/** The reason why a payment is not credited: its account is unknown, or it does not qualify. */
export type UncreditedState = Extract<PurchaseState, 'unmatched' | 'refused'>;

const UNCREDITED: readonly UncreditedState[] = ['unmatched', 'refused'];

/**
 * Payments that no account was credited with, the newest first: for the operator.
 * @param options.before id of the last one of the page before
 */
export async function listUncredited(
  tx: Tx,
  {
    states = UNCREDITED,
    before = null,
    limit = 100,
  }: { states?: readonly UncreditedState[]; before?: string | null; limit?: number } = {},
): Promise<Purchase[]> {
  const rows = await selectRows<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE state IN (?) ${before === null ? '' : 'AND id < ?'} ORDER BY id DESC LIMIT ?`,
    [[...states], ...(before === null ? [] : [before]), limit],
  );
  return rows.map(READ);
}

/** The payment of this id that waits to be matched, or null. */
export async function findUnmatched(tx: Tx, id: string): Promise<Purchase | null> {
  const row = await selectRow<Record<string, unknown>>(tx, `${SELECT} WHERE id = ? AND state = 'unmatched'`, [
    id,
  ]);
  return row ? READ(row) : null;
}

/** Number of payments that wait to be matched. */
export async function countUnmatched(tx: Tx): Promise<number> {
  return selectCount(tx, "SELECT COUNT(*) FROM purchases WHERE state = 'unmatched'");
}

/** Removes the payer's email from the payments of an account; amounts and the payment service's ids stay. */
export async function forgetPayer(tx: Tx, accountId: string): Promise<void> {
  await change(tx, 'UPDATE purchases SET email = NULL WHERE account_id = ? AND email IS NOT NULL', [
    accountId,
  ]);
}

/**
 * Payments of a user's account in the order of their ids.
 * @param page.after the last id of the page before, '' for the first page
 */
export function pagePurchases(
  tx: Tx,
  { accountId, after, most }: { accountId: string; after: string; most: number },
): Promise<ExportedPurchase[]> {
  return selectRows<ExportedPurchase>(
    tx,
    `SELECT id, provider, payment_id AS paymentId, state, currency, paid_micro AS paidMicro, tax_micro AS taxMicro,
       credited_micro AS creditedMicro, refunded_micro AS refundedMicro, returned_micro AS returnedMicro, email,
       top_up_id AS topUpId, paid_at AS paidAt, created_at AS createdAt
     FROM purchases WHERE account_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [accountId, after, most],
  );
}
