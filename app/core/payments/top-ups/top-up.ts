import type { TopUpFailure, TopUpState } from '#app/contracts/payments/top-up.ts';
import { bigInt, columnList, plain, rowReader, type Fields } from '#db/columns.ts';
import { change, selectCount, selectRow, selectRows } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { readSettings } from './settings.ts';

const COLUMNS = {
  id: plain<string>('id'),
  accountId: plain<string>('account_id'),
  state: plain<TopUpState>('state'),
  /** The amount to pay, in micro-dollars. */
  amountMicro: bigInt('amount_micro'),
  /** The customer and the card to charge at the payment service; null once it has ended. */
  customerId: plain<string | null>('customer_id'),
  cardId: plain<string | null>('card_id'),
  paymentId: plain<string | null>('payment_id'),
  problem: plain<TopUpFailure | null>('problem'),
  /** Time of the last request to the payment service to make the payment. */
  askedAt: plain<Date | null>('asked_at'),
  createdAt: plain<Date>('created_at'),
};

const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

const READ = rowReader(COLUMNS, NAMES);

const SELECT = `SELECT ${columnList(COLUMNS, NAMES)} FROM top_ups`;

/** A payment that we make for a user. */
export type TopUp = Fields<typeof COLUMNS>;

/** A user's choices for auto top-up in the data export. Money is micro-dollars as text. */
interface ExportedTopUpSettings {
  isOn: boolean;
  thresholdMicro: string | null;
  amountMicro: string | null;
  monthlyMicro: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  /** The payment service's id of the user. */
  customerId: string | null;
}

/** A top-up in its payer's data export. */
interface ExportedTopUp {
  id: string;
  amountMicro: string;
  state: TopUpState;
  problem: TopUpFailure | null;
  paymentId: string | null;
  createdAt: Date;
  endedAt: Date | null;
}

/** Inserts a top-up that is about to be made. @throws when one of the account is open already */
export async function insertTopUp(
  tx: Transaction,
  topUp: Pick<TopUp, 'id' | 'accountId' | 'amountMicro' | 'customerId' | 'cardId' | 'createdAt'>,
): Promise<void> {
  const { id, accountId, amountMicro, customerId, cardId, createdAt } = topUp;
  await change(
    tx,
    `INSERT INTO top_ups (id, account_id, open_of, state, amount_micro, customer_id, card_id, created_at)
     VALUES (?, ?, ?, 'open', ?, ?, ?, ?)`,
    [id, accountId, accountId, amountMicro, customerId, cardId, createdAt],
  );
}

export async function findTopUp(tx: Tx, id: string): Promise<TopUp | null> {
  const row = await selectRow<Record<string, unknown>>(tx, `${SELECT} WHERE id = ?`, [id]);
  return row ? READ(row) : null;
}

/** Top-ups of an account, the newest first. */
export async function listTopUps(tx: Tx, accountId: string, limit: number): Promise<TopUp[]> {
  const rows = await selectRows<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE account_id = ? ORDER BY id DESC LIMIT ?`,
    [accountId, limit],
  );
  return rows.map(READ);
}

/** The sum of an account's top-ups since a time in micro-dollars, including open ones. */
export async function sumTopUps(tx: Tx, accountId: string, since: Date): Promise<bigint> {
  const row = await selectRow<{ sum: string }>(
    tx,
    `SELECT COALESCE(SUM(amount_micro), 0) AS sum FROM top_ups
     WHERE account_id = ? AND created_at >= ? AND state IN ('open', 'paid')`,
    [accountId, since],
  );
  return BigInt(row?.sum ?? 0);
}

/** Number of top-ups of an account that have failed since a time. */
export async function countFailedTopUps(tx: Tx, accountId: string, since: Date): Promise<number> {
  return selectCount(
    tx,
    "SELECT COUNT(*) FROM top_ups WHERE account_id = ? AND created_at >= ? AND state = 'failed'",
    [accountId, since],
  );
}

export async function isTopUpOpen(tx: Tx, accountId: string): Promise<boolean> {
  return (await selectRow(tx, 'SELECT id FROM top_ups WHERE open_of = ?', [accountId])) !== undefined;
}

/** Records that the payment service is called now. @returns false when the top-up has ended */
export async function recordRequest(tx: Tx, id: string, at: Date): Promise<boolean> {
  return (
    (await change(
      tx,
      'UPDATE top_ups FORCE INDEX (PRIMARY) SET asked_at = ? WHERE id = ? AND open_of IS NOT NULL',
      [at, id],
    )) === 1
  );
}

/** The end of a top-up. */
export type TopUpEnd =
  | { state: 'paid'; paymentId: string }
  | { state: 'failed'; paymentId: string | null; problem: TopUpFailure };

/**
 * Ends a top-up. A failed one may still become paid, never the other way round.
 * @returns false when it had ended
 */
export async function endTopUp(tx: Transaction, id: string, end: TopUpEnd): Promise<boolean> {
  const ended = await change(
    tx,
    `UPDATE top_ups FORCE INDEX (PRIMARY) SET state = ?, payment_id = ?, problem = ?, open_of = NULL,
       customer_id = NULL, card_id = NULL, ended_at = NOW(3)
     WHERE id = ? AND ${end.state === 'paid' ? "state <> 'paid'" : "state = 'open'"}`,
    [end.state, end.paymentId, end.state === 'failed' ? end.problem : null, id],
  );
  return ended === 1;
}

/** Claims the mail about a failure. @returns false when another process has claimed it */
export async function claimFailureMail(tx: Tx, id: string): Promise<boolean> {
  const claimed = await change(
    tx,
    `UPDATE top_ups FORCE INDEX (PRIMARY) SET mailed_at = NOW(3)
     WHERE id = ? AND state = 'failed' AND mailed_at IS NULL`,
    [id],
  );
  return claimed === 1;
}

/** Releases the claim: the mail was certainly not sent. */
export async function releaseFailureMail(tx: Tx, id: string): Promise<void> {
  await change(tx, 'UPDATE top_ups SET mailed_at = NULL WHERE id = ?', [id]);
}

/** Null for an account that has never started to set it up. */
export async function exportTopUpSettings(tx: Tx, accountId: string): Promise<ExportedTopUpSettings | null> {
  const settings = await readSettings(tx, accountId);
  if (!settings) return null;
  const { isOn, thresholdMicro, amountMicro, monthlyMicro, cardBrand, cardLast4, customerId } = settings;
  const text = (micro: bigint | null) => micro?.toString() ?? null;
  return {
    isOn,
    thresholdMicro: text(thresholdMicro),
    amountMicro: text(amountMicro),
    monthlyMicro: text(monthlyMicro),
    cardBrand,
    cardLast4,
    customerId,
  };
}

/**
 * Top-ups of an account in the order of their ids.
 * @param page.after the last id of the page before, '' for the first page
 */
export function pageTopUps(
  tx: Tx,
  { accountId, after, most }: { accountId: string; after: string; most: number },
): Promise<ExportedTopUp[]> {
  return selectRows<ExportedTopUp>(
    tx,
    `SELECT id, amount_micro AS amountMicro, state, problem, payment_id AS paymentId, created_at AS createdAt,
       ended_at AS endedAt
     FROM top_ups WHERE account_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [accountId, after, most],
  );
}
