import { ID, MICRO, NAME, TABLE, TIME, type Migration } from './migration.ts';

export const payments: Migration = {
  name: '0021-payments',
  up: [
    // One row per payment at a payment service. Events about a payment that arrive before the payment's own
    // event create a row, too.
    `CREATE TABLE IF NOT EXISTS purchases (
      id ${ID} NOT NULL PRIMARY KEY,
      account_id ${ID} NULL,
      provider ${NAME(16)} NOT NULL,
      payment_id ${NAME(255)} NOT NULL,
      checkout_id ${NAME(255)} NULL,
      state ${NAME(16)} NOT NULL,
      reason ${NAME(24)} NULL,
      currency ${NAME(12)} NULL,
      paid_micro ${MICRO} NOT NULL DEFAULT 0,
      tax_micro ${MICRO} NOT NULL DEFAULT 0,
      settled_micro ${MICRO} NOT NULL DEFAULT 0,
      credited_micro ${MICRO} NOT NULL DEFAULT 0,
      refunded_micro ${MICRO} NOT NULL DEFAULT 0,
      refund_total_micro ${MICRO} NOT NULL DEFAULT 0,
      returned_micro ${MICRO} NOT NULL DEFAULT 0,
      returns INT UNSIGNED NOT NULL DEFAULT 0,
      email VARCHAR(255) NULL,
      paid_at ${TIME} NULL,
      created_at ${TIME} NOT NULL,
      UNIQUE KEY purchases_payment (provider, payment_id),
      KEY purchases_account (account_id, id),
      KEY purchases_state (state, id)
    ) ${TABLE}`,
    // standing: 0 pending, 1 done, 2 failed; it only increases.
    `CREATE TABLE IF NOT EXISTS purchase_refunds (
      provider ${NAME(16)} NOT NULL,
      refund_id ${NAME(255)} NOT NULL,
      purchase_id ${ID} NOT NULL,
      amount_micro ${MICRO} NOT NULL,
      standing TINYINT UNSIGNED NOT NULL,
      PRIMARY KEY (provider, refund_id),
      KEY purchase_refunds_purchase (purchase_id)
    ) ${TABLE}`,
    `CREATE TABLE IF NOT EXISTS purchase_disputes (
      id ${ID} NOT NULL PRIMARY KEY,
      provider ${NAME(16)} NOT NULL,
      dispute_id ${NAME(255)} NOT NULL,
      purchase_id ${ID} NOT NULL,
      amount_micro ${MICRO} NOT NULL,
      is_withdrawn TINYINT UNSIGNED NOT NULL DEFAULT 0,
      is_reinstated TINYINT UNSIGNED NOT NULL DEFAULT 0,
      UNIQUE KEY purchase_disputes_dispute (provider, dispute_id),
      KEY purchase_disputes_purchase (purchase_id)
    ) ${TABLE}`,
    // The inbox: an event is inserted when it is applied, in the same transaction.
    `CREATE TABLE IF NOT EXISTS payment_events (
      provider ${NAME(16)} NOT NULL,
      event_id ${NAME(255)} NOT NULL,
      type ${NAME(80)} NOT NULL,
      object_id ${NAME(255)} NULL,
      purchase_id ${ID} NULL,
      outcome ${NAME(24)} NOT NULL,
      received_at ${TIME} NOT NULL,
      PRIMARY KEY (provider, event_id),
      KEY payment_events_purchase (purchase_id)
    ) ${TABLE}`,
  ],
  down: [
    'DROP TABLE IF EXISTS payment_events',
    'DROP TABLE IF EXISTS purchase_disputes',
    'DROP TABLE IF EXISTS purchase_refunds',
    'DROP TABLE IF EXISTS purchases',
  ],
};
