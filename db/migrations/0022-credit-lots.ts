import { ID, MICRO, TABLE, TIME, type Migration } from './migration.ts';

export const creditLots: Migration = {
  name: '0022-credit-lots',
  up: [
    // The position up to which an account's entries are applied to its lots, with the result. due_at: when
    // the account must be processed next; NULL while it has no lot.
    `CREATE TABLE IF NOT EXISTS credit_checkpoints (
      account_id ${ID} NOT NULL PRIMARY KEY,
      last_entry_id BIGINT UNSIGNED NOT NULL,
      lots MEDIUMTEXT NOT NULL,
      lasting_micro ${MICRO} NOT NULL,
      debt_micro ${MICRO} NOT NULL,
      due_at ${TIME} NULL,
      KEY credit_checkpoints_due (due_at)
    ) ${TABLE}`,
    // One row per mail that announces, a number of days ahead, that a lot expires.
    `CREATE TABLE IF NOT EXISTS credit_notices (
      account_id ${ID} NOT NULL,
      entry_id BIGINT UNSIGNED NOT NULL,
      days SMALLINT UNSIGNED NOT NULL,
      created_at ${TIME} NOT NULL,
      claimed_at ${TIME} NULL,
      sent_at ${TIME} NULL,
      PRIMARY KEY (account_id, entry_id, days)
    ) ${TABLE}`,
    // Accounts with earlier purchases: their ledgers are read from the beginning, once.
    `INSERT IGNORE INTO credit_checkpoints (account_id, last_entry_id, lots, lasting_micro, debt_micro, due_at)
     SELECT DISTINCT account_id, 0, '[]', 0, 0, NOW(3) FROM purchases
     WHERE state = 'credited' AND account_id IS NOT NULL`,
  ],
  down: ['DROP TABLE IF EXISTS credit_notices', 'DROP TABLE IF EXISTS credit_checkpoints'],
};
