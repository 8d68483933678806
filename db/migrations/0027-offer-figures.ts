import { ID, TABLE, TIME, type Migration } from './migration.ts';

/**
 * How offers have answered, hour by hour: counted from the rows of calls (core/generation/report/figures), and counted
 * again until an hour cannot change any more. The row without an offer says how far the count has come.
 */
export const offerFigures: Migration = {
  name: '0027-offer-figures',
  up: [
    `CREATE TABLE IF NOT EXISTS offer_hours (
      offer_id ${ID} NOT NULL,
      hour_at ${TIME} NOT NULL,
      answered INT UNSIGNED NOT NULL,
      failed INT UNSIGNED NOT NULL,
      first_token_ms BIGINT UNSIGNED NOT NULL,
      timed_tokens BIGINT UNSIGNED NOT NULL,
      timed_ms BIGINT UNSIGNED NOT NULL,
      counted_at ${TIME} NOT NULL,
      PRIMARY KEY (offer_id, hour_at),
      KEY offer_hours_hour (hour_at)
    ) ${TABLE}`,
  ],
  down: ['DROP TABLE IF EXISTS offer_hours'],
};
