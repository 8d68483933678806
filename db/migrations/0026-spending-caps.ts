import { ID, MICRO, TABLE, TIME, type Migration } from './migration.ts';

const HAS_CAPS = ['accounts', 'has_caps'] as const;

/** What people set for their own account: caps of its spending, and the balance below which they are mailed. */
export const spendingCaps: Migration = {
  name: '0026-spending-caps',
  up: [
    // In the row that every admission locks or writes, so that who has no caps is asked nothing more.
    {
      column: HAS_CAPS,
      present: false,
      sql: 'ALTER TABLE accounts ADD COLUMN has_caps TINYINT UNSIGNED NOT NULL DEFAULT 0',
    },
    // counted_to: the newest entry of the ledger that account_spend knows.
    `CREATE TABLE IF NOT EXISTS spending_caps (
      account_id ${ID} NOT NULL PRIMARY KEY,
      daily_micro ${MICRO} NULL,
      monthly_micro ${MICRO} NULL,
      counted_to BIGINT UNSIGNED NOT NULL
    ) ${TABLE}`,
    // What was charged to accounts with caps, by the day (UTC) of the entry.
    `CREATE TABLE IF NOT EXISTS account_spend (
      account_id ${ID} NOT NULL,
      day DATE NOT NULL,
      spent_micro ${MICRO} NOT NULL,
      PRIMARY KEY (account_id, day)
    ) ${TABLE}`,
    // fell_at: since when the balance is known to be below; mailed_at: when a mail about that was given away.
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
