import type { TopUpProblem } from '#app/contracts/payments/top-up.ts';
import { lockAccounts } from '#app/core/ledger/accounts.ts';
import { bigInt, columnList, flag, plain, rowReader, type Fields } from '#db/columns.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';

const COLUMNS = {
  accountId: plain<string>('account_id'),
  isOn: flag('is_on'),
  /** The free balance below which a top-up is made. Null, as the other amounts, before they were chosen. */
  thresholdMicro: bigInt<bigint | null>('threshold_micro'),
  amountMicro: bigInt<bigint | null>('amount_micro'),
  /** Max sum of the top-ups of a month (UTC). */
  monthlyMicro: bigInt<bigint | null>('monthly_micro'),
  customerId: plain<string | null>('customer_id'),
  cardId: plain<string | null>('card_id'),
  cardBrand: plain<string | null>('card_brand'),
  cardLast4: plain<string | null>('card_last4'),
  /** Number of requested card pages, and the newest one that is void: its card was stored, or removed. */
  cardsAsked: plain<number>('cards_asked'),
  cardsTaken: plain<number>('cards_taken'),
  /** In a row. */
  failures: plain<number>('failures'),
  pausedUntil: plain<Date | null>('paused_until'),
  problem: plain<TopUpProblem | null>('problem'),
};

const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

const READ = rowReader(COLUMNS, NAMES);

const SELECT = `SELECT ${columnList(COLUMNS, NAMES)} FROM top_up_settings WHERE account_id = ?`;

/** A user's choices for auto top-up, and its state. Money is micro-dollars. */
export type TopUpSettings = Fields<typeof COLUMNS>;

/** The defaults before a user has chosen anything. */
export const NO_TOP_UP: Omit<TopUpSettings, 'accountId'> = {
  isOn: false,
  thresholdMicro: null,
  amountMicro: null,
  monthlyMicro: null,
  customerId: null,
  cardId: null,
  cardBrand: null,
  cardLast4: null,
  cardsAsked: 0,
  cardsTaken: 0,
  failures: 0,
  pausedUntil: null,
  problem: null,
};

/** The amounts that a user chooses, in micro-dollars. */
export interface TopUpChoice {
  thresholdMicro: bigint;
  amountMicro: bigint;
  monthlyMicro: bigint;
}

/** Null for an account that has never started to set it up. */
export async function readSettings(tx: Tx, accountId: string): Promise<TopUpSettings | null> {
  const row = await selectRow<Record<string, unknown>>(tx, SELECT, [accountId]);
  return row ? READ(row) : null;
}

/** The same, locked for the rest of a transaction that has locked the account. */
export async function lockSettings(tx: Transaction, accountId: string): Promise<TopUpSettings | null> {
  const row = await selectRow<Record<string, unknown>>(tx, `${SELECT} FOR UPDATE`, [accountId]);
  return row ? READ(row) : null;
}

/** Writes fields of a row; no-op when there is none. */
export async function updateSettings(
  tx: Tx,
  accountId: string,
  changed: Partial<Omit<TopUpSettings, 'accountId'>>,
): Promise<void> {
  const names = Object.keys(changed) as (keyof typeof changed)[];
  const sets = names.map((name) => `${COLUMNS[name].name} = ?`).join(', ');
  const values = names.map((name) => changed[name] ?? null);
  await change(tx, `UPDATE top_up_settings SET ${sets} WHERE account_id = ?`, [...values, accountId]);
}

/** Counts a card page that is about to be requested; the first one writes the row. @returns its number */
export async function countCardPage(tx: Transaction, accountId: string): Promise<number> {
  await change(
    tx,
    `INSERT INTO top_up_settings (account_id, cards_asked) VALUES (?, 1)
     ON DUPLICATE KEY UPDATE cards_asked = cards_asked + 1`,
    [accountId],
  );
  return (await lockSettings(tx, accountId))!.cardsAsked;
}

export async function deleteSettings(tx: Transaction, accountId: string): Promise<void> {
  await change(tx, 'DELETE FROM top_up_settings WHERE account_id = ?', [accountId]);
}

/** Accounts that may be due for a top-up: it is on, not paused, and none is open. In the order of ids. */
export function listWatched(
  tx: Tx,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<{ accountId: string; thresholdMicro: string }[]> {
  return selectRows(
    tx,
    `SELECT account_id AS accountId, threshold_micro AS thresholdMicro FROM top_up_settings s
     WHERE is_on = 1 AND account_id > ? AND (paused_until IS NULL OR paused_until <= ?)
       AND NOT EXISTS (SELECT 1 FROM top_ups t WHERE t.open_of = s.account_id)
     ORDER BY account_id LIMIT ?`,
    [after, now, limit],
  );
}

/**
 * Turns auto top-up on with these amounts, or changes them; earlier failures and pauses are cleared.
 * @returns false when no card is saved
 */
export async function turnOnTopUp(tx: Transaction, accountId: string, choice: TopUpChoice): Promise<boolean> {
  await lockAccounts(tx, [accountId]);
  const settings = await lockSettings(tx, accountId);
  if (!settings?.cardId) return false;
  await updateSettings(tx, accountId, {
    ...choice,
    isOn: true,
    failures: 0,
    pausedUntil: null,
    problem: null,
  });
  return true;
}

/** Turns it off; the amounts and the card stay. @returns false when it was not on */
export async function turnOffTopUp(tx: Transaction, accountId: string): Promise<boolean> {
  await lockAccounts(tx, [accountId]);
  if (!(await lockSettings(tx, accountId))?.isOn) return false;
  await updateSettings(tx, accountId, { isOn: false, pausedUntil: null, problem: null });
  return true;
}
