import { ID, NAME, TABLE, TIME, type Migration } from './migration.ts';

/** Archives of all chats and files of an account, which it may download for a day; at most one an account. */
export const dataArchives: Migration = {
  name: '0050-data-archives',
  up: [
    // attempt: counts the workers that have begun it, and fences off earlier ones. object_name: in the file
    // store. chats: those that are written so far, of all_chats.
    `CREATE TABLE IF NOT EXISTS data_archives (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      state ${NAME(16)} NOT NULL,
      attempt INT UNSIGNED NOT NULL DEFAULT 0,
      heartbeat_at ${TIME} NULL,
      chats INT UNSIGNED NOT NULL DEFAULT 0,
      all_chats INT UNSIGNED NOT NULL DEFAULT 0,
      object_name ${NAME(160)} NULL,
      bytes BIGINT UNSIGNED NULL,
      is_mailed TINYINT(1) NOT NULL DEFAULT 0,
      created_at ${TIME} NOT NULL,
      ready_at ${TIME} NULL,
      expires_at ${TIME} NULL,
      UNIQUE KEY data_archives_user (user_id),
      KEY data_archives_expiry (expires_at)
    ) ${TABLE}`,
  ],
  down: ['DROP TABLE IF EXISTS data_archives'],
};
