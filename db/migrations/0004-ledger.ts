import { ID, MICRO, NAME, TABLE, TIME, type Migration } from './migration.ts';

export const ledger: Migration = {
  name: '0004-ledger',
  up: [
    // balance_micro is the sum of the account's entries, held_micro the sum of its holds.
    `CREATE TABLE IF NOT EXISTS accounts (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      balance_micro ${MICRO} NOT NULL DEFAULT 0,
      held_micro ${MICRO} NOT NULL DEFAULT 0,
      created_at ${TIME} NOT NULL,
      UNIQUE KEY accounts_user (user_id)
    ) ${TABLE}`,
    // Append-only. The unique reference makes bookings idempotent.
    `CREATE TABLE IF NOT EXISTS ledger_entries (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
      account_id ${ID} NOT NULL,
      application_id ${ID} NULL,
      kind ${NAME(24)} NOT NULL,
      reference ${NAME(120)} NOT NULL,
      amount_micro ${MICRO} NOT NULL,
      price_id ${ID} NULL,
      detail TEXT NULL,
      created_at ${TIME} NOT NULL,
      UNIQUE KEY ledger_reference (reference),
      KEY ledger_account (account_id, id)
    ) ${TABLE}`,
    // Money reserved for a run; the row is deleted when the run is settled.
    `CREATE TABLE IF NOT EXISTS holds (
      reference ${NAME(120)} NOT NULL PRIMARY KEY,
      account_id ${ID} NOT NULL,
      amount_micro ${MICRO} NOT NULL,
      created_at ${TIME} NOT NULL,
      KEY holds_account (account_id)
    ) ${TABLE}`,
  ],
  down: [
    'DROP TABLE IF EXISTS holds',
    'DROP TABLE IF EXISTS ledger_entries',
    'DROP TABLE IF EXISTS accounts',
  ],
};
