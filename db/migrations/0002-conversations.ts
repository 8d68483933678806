import { HASH, ID, MICRO, NAME, TABLE, TIME, type Migration } from './migration.ts';

export const conversations: Migration = {
  name: '0002-conversations',
  up: [
    // leaf_id is the last message of the shown branch (null: the newest), so that a long branch is read from
    // its end; every append and every choice of a branch writes it.
    `CREATE TABLE IF NOT EXISTS conversations (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      application_id ${ID} NULL,
      client_id VARCHAR(64) NULL,
      title VARCHAR(255) NOT NULL,
      title_source ${NAME(16)} NOT NULL DEFAULT 'default',
      endpoint ${NAME(32)} NOT NULL,
      model ${NAME(160)} NOT NULL,
      options TEXT NULL,
      next_position INT UNSIGNED NOT NULL DEFAULT 1,
      chosen_root_id ${ID} NULL,
      leaf_id ${ID} NULL,
      created_at ${TIME} NOT NULL,
      updated_at ${TIME} NOT NULL,
      UNIQUE KEY conversations_client (user_id, client_id),
      KEY conversations_recent (user_id, updated_at, id)
    ) ${TABLE}`,
    // position is the order within the conversation; parent_id of a first message is all zeros.
    // chosen_child_id is the shown branch below this message, so that a choice survives a reload. send_ref
    // makes a repeated send (click, retry, Back button) idempotent: hash of client id and content.
    `CREATE TABLE IF NOT EXISTS messages (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      conversation_id ${ID} NOT NULL,
      position INT UNSIGNED NOT NULL,
      parent_id ${ID} NOT NULL,
      chosen_child_id ${ID} NULL,
      client_id VARCHAR(64) NULL,
      send_ref ${HASH} NULL,
      generation_id ${ID} NULL,
      is_created_by_user TINYINT(1) NOT NULL,
      sender VARCHAR(80) NOT NULL,
      endpoint ${NAME(32)} NULL,
      model ${NAME(160)} NULL,
      text MEDIUMTEXT NOT NULL,
      thinking MEDIUMTEXT NULL,
      tokens INT UNSIGNED NULL,
      is_edited TINYINT(1) NOT NULL DEFAULT 0,
      unfinished TINYINT(1) NOT NULL DEFAULT 0,
      cancelled TINYINT(1) NOT NULL DEFAULT 0,
      error_code ${NAME(40)} NULL,
      error_detail TEXT NULL,
      finish_reason ${NAME(24)} NULL,
      cost_micro ${MICRO} NULL,
      created_at ${TIME} NOT NULL,
      updated_at ${TIME} NOT NULL,
      UNIQUE KEY messages_order (conversation_id, position),
      UNIQUE KEY messages_send (user_id, send_ref),
      KEY messages_parent (conversation_id, parent_id),
      KEY messages_client (user_id, client_id)
    ) ${TABLE}`,
    // A draft survives a reload, an error and an expired session; one row per conversation ('new' for a new
    // one).
    `CREATE TABLE IF NOT EXISTS drafts (
      user_id ${ID} NOT NULL,
      conversation_key ${NAME(36)} NOT NULL,
      text MEDIUMTEXT NOT NULL,
      updated_at ${TIME} NOT NULL,
      PRIMARY KEY (user_id, conversation_key)
    ) ${TABLE}`,
  ],
  down: [
    'DROP TABLE IF EXISTS drafts',
    'DROP TABLE IF EXISTS messages',
    'DROP TABLE IF EXISTS conversations',
  ],
};
