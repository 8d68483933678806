import { ID, TABLE, TIME, type Migration } from './migration.ts';

const KEEPS_CALLS = ['users', 'keeps_calls'] as const;
const REFUSES_STORE = ['users', 'refuses_store'] as const;

/**
 * Two settings of an account: store request and response bodies of its API calls, and never store its
 * responses.
 */
export const accountPrivacy: Migration = {
  name: '0046-account-privacy',
  up: [
    {
      column: KEEPS_CALLS,
      present: false,
      sql: 'ALTER TABLE users ADD COLUMN keeps_calls TINYINT(1) NOT NULL DEFAULT 0',
    },
    {
      column: REFUSES_STORE,
      present: false,
      sql: 'ALTER TABLE users ADD COLUMN refuses_store TINYINT(1) NOT NULL DEFAULT 0',
    },
    // id: that of the generation. request: the sealed body; answer: the sealed log of its run, including the
    // end, null before.
    `CREATE TABLE IF NOT EXISTS call_contents (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      request MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      answer MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NULL,
      created_at ${TIME} NOT NULL,
      KEY call_contents_user (user_id, id),
      KEY call_contents_created (created_at)
    ) ${TABLE}`,
  ],
  down: [
    'DROP TABLE IF EXISTS call_contents',
    { column: REFUSES_STORE, present: true, sql: 'ALTER TABLE users DROP COLUMN refuses_store' },
    { column: KEEPS_CALLS, present: true, sql: 'ALTER TABLE users DROP COLUMN keeps_calls' },
  ],
};
