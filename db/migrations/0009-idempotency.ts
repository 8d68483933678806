import { HASH, ID, TABLE, TIME, type Migration } from './migration.ts';

/** Calls of the public API that carry an Idempotency-Key, and what a client's retry may take up again. */
export const idempotency: Migration = {
  name: '0009-idempotency',
  up: [
    // One row for a key's Idempotency-Key. request_hash tells the same body from another; answer is the sealed log
    // of a run that was done (JSON list of LogEntry), null before. key_hash: the client's words are not kept.
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
    // keeps_answer: the worker seals the answer at settle. adoptions: the highest retry that took the run up.
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
