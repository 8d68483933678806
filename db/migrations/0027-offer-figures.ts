import { ID, TABLE, TIME, type Migration } from './migration.ts';

/**
 * The results of offers, hour by hour: counted from the rows of calls (core/generation/report/figures.ts),
 * and counted again until an hour can no longer change. The row without an offer stores the progress of the
 * count.
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
