import { ID, MICRO, TABLE, TIME, type Migration } from './migration.ts';

const HAS_CAPS = ['accounts', 'has_caps'] as const;

/**
 * Limits that users set for their own account: spending caps, and the balance below which they get a mail.
 */
export const spendingCaps: Migration = {
  name: '0026-spending-caps',
  up: [
    // In the row that every admission locks or writes, so that accounts without caps need no further query.
    {
      column: HAS_CAPS,
      present: false,
      sql: 'ALTER TABLE accounts ADD COLUMN has_caps TINYINT UNSIGNED NOT NULL DEFAULT 0',
    },
    // counted_to: the newest ledger entry that is included in account_spend.
    `CREATE TABLE IF NOT EXISTS spending_caps (
      account_id ${ID} NOT NULL PRIMARY KEY,
      daily_micro ${MICRO} NULL,
      monthly_micro ${MICRO} NULL,
      counted_to BIGINT UNSIGNED NOT NULL
    ) ${TABLE}`,
    // Charges of accounts with caps, by the day (UTC) of the entry.
    `CREATE TABLE IF NOT EXISTS account_spend (
      account_id ${ID} NOT NULL,
      day DATE NOT NULL,
      spent_micro ${MICRO} NOT NULL,
      PRIMARY KEY (account_id, day)
    ) ${TABLE}`,
    // fell_at: when the balance was first seen below the limit; mailed_at: when a mail about it was handed
    // over.
    `CREATE TABLE IF NOT EXISTS balance_alerts (
      account_id ${ID} NOT NULL PRIMARY KEY,
      below_micro ${MICRO} NOT NULL,
      fell_at ${TIME} NULL,
      mailed_at ${TIME} NULL
    ) ${TABLE}`,
  ],
  down: [
    'DROP TABLE IF EXISTS balance_alerts',
    'DROP TABLE IF EXISTS account_spend',
    'DROP TABLE IF EXISTS spending_caps',
    { column: HAS_CAPS, present: true, sql: 'ALTER TABLE accounts DROP COLUMN has_caps' },
  ],
};
