import { TABLE, TIME, type Migration } from './migration.ts';

const STATE = ['messages', 'search_state'] as const;
const STATE_KEY = ['messages', 'messages_search'] as const;

/** Ids are stored as 16 bytes here: a message has about 30 rows of tokens. */
const SHORT_ID = 'BINARY(16)';

/** The index of the search in messages. */
export const search: Migration = {
  name: '0049-search',
  up: [
    // 0: to be indexed, 1: indexed, 2: a reply that is being written.
    {
      column: STATE,
      present: false,
      sql: 'ALTER TABLE messages ADD COLUMN search_state TINYINT UNSIGNED NOT NULL DEFAULT 0',
    },
    {
      index: STATE_KEY,
      present: false,
      sql: 'ALTER TABLE messages ADD KEY messages_search (search_state, user_id, id)',
    },
    // token: folded UTF-8, so that the tokens with a common beginning are a range. Ids of messages grow with
    // time: the newest messages with a token are the end of a range.
    `CREATE TABLE IF NOT EXISTS search_tokens (
      user_id ${SHORT_ID} NOT NULL,
      token VARBINARY(32) NOT NULL,
      message_id ${SHORT_ID} NOT NULL,
      PRIMARY KEY (user_id, token, message_id)
    ) ${TABLE}`,
    // The tokens of an indexed message, compressed, so that they are found again when its text has changed or
    // is gone. digest: MD5 of the text. is_cut: the text has more tokens. is_removed: the message was deleted.
    `CREATE TABLE IF NOT EXISTS search_documents (
      message_id ${SHORT_ID} NOT NULL PRIMARY KEY,
      user_id ${SHORT_ID} NOT NULL,
      conversation_id ${SHORT_ID} NOT NULL,
      digest ${SHORT_ID} NOT NULL,
      tokens MEDIUMBLOB NOT NULL,
      is_cut TINYINT(1) NOT NULL,
      is_removed TINYINT(1) NOT NULL DEFAULT 0,
      KEY search_documents_conversation (user_id, conversation_id),
      KEY search_documents_removed (is_removed)
    ) ${TABLE}`,
    // One row: the newest comparison of the index with the messages.
    `CREATE TABLE IF NOT EXISTS search_comparison (
      id TINYINT NOT NULL PRIMARY KEY,
      begun_at ${TIME} NULL,
      ended_at ${TIME} NULL,
      differences INT UNSIGNED NOT NULL
    ) ${TABLE}`,
  ],
  down: [
    'DROP TABLE IF EXISTS search_comparison',
    'DROP TABLE IF EXISTS search_documents',
    'DROP TABLE IF EXISTS search_tokens',
    { index: STATE_KEY, present: true, sql: 'ALTER TABLE messages DROP KEY messages_search' },
    { column: STATE, present: true, sql: 'ALTER TABLE messages DROP COLUMN search_state' },
  ],
};
