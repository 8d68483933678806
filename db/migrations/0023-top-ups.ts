import { ID, MICRO, NAME, TABLE, TIME, type Migration } from './migration.ts';

const TOP_UP = ['purchases', 'top_up_id'] as const;

/** Automatic payments when a user's balance runs low, with a card that is saved at the payment service. */
export const topUps: Migration = {
  name: '0023-top-ups',
  up: [
    // One row per account that has ever started the setup. cards_asked: number of card pages that were
    // requested; cards_taken: the newest of them whose card was saved or discarded by removing the card.
    `CREATE TABLE IF NOT EXISTS top_up_settings (
      account_id ${ID} NOT NULL PRIMARY KEY,
      is_on TINYINT UNSIGNED NOT NULL DEFAULT 0,
      threshold_micro ${MICRO} NULL,
      amount_micro ${MICRO} NULL,
      monthly_micro ${MICRO} NULL,
      customer_id ${NAME(255)} NULL,
      card_id ${NAME(255)} NULL,
      card_brand ${NAME(40)} NULL,
      card_last4 ${NAME(4)} NULL,
      cards_asked INT UNSIGNED NOT NULL DEFAULT 0,
      cards_taken INT UNSIGNED NOT NULL DEFAULT 0,
      failures INT UNSIGNED NOT NULL DEFAULT 0,
      paused_until ${TIME} NULL,
      problem ${NAME(40)} NULL,
      KEY top_up_settings_on (is_on, account_id)
    ) ${TABLE}`,
    // Written before the payment service is called; its id is the idempotency key. open_of is the account
    // while the top-up is in progress: at most one. The service's ids of customer and card are cleared when
    // it ends.
    `CREATE TABLE IF NOT EXISTS top_ups (
      id ${ID} NOT NULL PRIMARY KEY,
      account_id ${ID} NOT NULL,
      open_of ${ID} NULL,
      state ${NAME(16)} NOT NULL,
      amount_micro ${MICRO} NOT NULL,
      customer_id ${NAME(255)} NULL,
      card_id ${NAME(255)} NULL,
      payment_id ${NAME(255)} NULL,
      problem ${NAME(40)} NULL,
      asked_at ${TIME} NULL,
      mailed_at ${TIME} NULL,
      created_at ${TIME} NOT NULL,
      ended_at ${TIME} NULL,
      UNIQUE KEY top_ups_open (open_of),
      KEY top_ups_account (account_id, id)
    ) ${TABLE}`,
    {
      column: TOP_UP,
      present: false,
      sql: `ALTER TABLE purchases ADD COLUMN top_up_id ${ID} NULL`,
    },
  ],
  down: [
    { column: TOP_UP, present: true, sql: 'ALTER TABLE purchases DROP COLUMN top_up_id' },
    'DROP TABLE IF EXISTS top_ups',
    'DROP TABLE IF EXISTS top_up_settings',
  ],
};
