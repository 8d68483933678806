import { HASH, ID, TABLE, TIME, type Migration } from './migration.ts';

/**
 * Calls of the public API with an Idempotency-Key, and the data with which a client's retry can resume a run.
 */
export const idempotency: Migration = {
  name: '0009-idempotency',
  up: [
    // One row per API key and Idempotency-Key. request_hash identifies the body; answer is the sealed log of
    // a finished run (JSON list of LogEntry), null before. key_hash: the client's key itself is not stored.
    `CREATE TABLE IF NOT EXISTS idempotent_calls (
      api_key_id ${ID} NOT NULL,
      key_hash ${HASH} NOT NULL,
      request_hash ${HASH} NOT NULL,
      generation_id ${ID} NOT NULL,
      answer MEDIUMTEXT NULL,
      created_at ${TIME} NOT NULL,
      expires_at ${TIME} NOT NULL,
      PRIMARY KEY (api_key_id, key_hash),
      KEY idempotent_calls_generation (generation_id),
      KEY idempotent_calls_expiry (expires_at)
    ) ${TABLE}`,
    // keeps_answer: the worker seals the answer at settlement. adoptions: the number of the last retry that
    // resumed the run.
    {
      column: ['generations', 'keeps_answer'],
      present: false,
      sql: `ALTER TABLE generations ADD COLUMN keeps_answer TINYINT(1) NOT NULL DEFAULT 0,
        ADD COLUMN adoptions TINYINT UNSIGNED NOT NULL DEFAULT 0`,
    },
  ],
  down: [
    {
      column: ['generations', 'keeps_answer'],
      present: true,
      sql: 'ALTER TABLE generations DROP COLUMN keeps_answer, DROP COLUMN adoptions',
    },
    'DROP TABLE IF EXISTS idempotent_calls',
  ],
};
