import { ID, NAME, TABLE, TIME, type Migration } from './migration.ts';

/** Links to read-only snapshots of chats; a place is the position of a message in its conversation. */
export const shares: Migration = {
  name: '0051-shares',
  up: [
    `CREATE TABLE IF NOT EXISTS shares (
      id ${ID} NOT NULL PRIMARY KEY,
      token ${NAME(22)} NOT NULL,
      user_id ${ID} NOT NULL,
      conversation_id ${ID} NOT NULL,
      title VARCHAR(255) NOT NULL,
      shows_title_in_card TINYINT(1) NOT NULL,
      level ${NAME(16)} NOT NULL,
      password_hash VARCHAR(255) NULL,
      expires_at ${TIME} NULL,
      revoked_at ${TIME} NULL,
      revision INT UNSIGNED NOT NULL DEFAULT 1,
      scope ${NAME(16)} NOT NULL,
      has_files TINYINT(1) NOT NULL,
      has_thinking TINYINT(1) NOT NULL,
      has_prompt TINYINT(1) NOT NULL,
      prompt MEDIUMTEXT NULL,
      author VARCHAR(80) NULL,
      endpoint ${NAME(32)} NOT NULL,
      model ${NAME(160)} NOT NULL,
      leaf_place INT UNSIGNED NOT NULL,
      message_count INT UNSIGNED NOT NULL,
      views INT UNSIGNED NOT NULL DEFAULT 0,
      created_at ${TIME} NOT NULL,
      updated_at ${TIME} NOT NULL,
      UNIQUE KEY shares_token (token),
      KEY shares_user (user_id, id),
      KEY shares_conversation (conversation_id),
      KEY shares_revoked (revoked_at),
      KEY shares_expired (expires_at)
    ) ${TABLE}`,
    `CREATE TABLE IF NOT EXISTS shared_messages (
      share_id ${ID} NOT NULL,
      place INT UNSIGNED NOT NULL,
      parent_place INT UNSIGNED NOT NULL,
      next_place INT UNSIGNED NULL,
      is_own TINYINT(1) NOT NULL,
      sender VARCHAR(80) NOT NULL,
      endpoint ${NAME(32)} NULL,
      model ${NAME(160)} NULL,
      text MEDIUMTEXT NOT NULL,
      thinking MEDIUMTEXT NULL,
      state ${NAME(16)} NOT NULL,
      file_count INT UNSIGNED NOT NULL,
      created_at ${TIME} NOT NULL,
      PRIMARY KEY (share_id, place),
      KEY shared_messages_tree (share_id, place, parent_place, next_place)
    ) ${TABLE}`,
    `CREATE TABLE IF NOT EXISTS shared_files (
      share_id ${ID} NOT NULL,
      place INT UNSIGNED NOT NULL,
      number INT UNSIGNED NOT NULL,
      file_id ${ID} NOT NULL,
      PRIMARY KEY (share_id, place, number)
    ) ${TABLE}`,
  ],
  down: [
    'DROP TABLE IF EXISTS shared_files',
    'DROP TABLE IF EXISTS shared_messages',
    'DROP TABLE IF EXISTS shares',
  ],
};
