import { HASH, ID, NAME, TABLE, TIME, type Migration } from './migration.ts';

/** Users' images and videos: uploads and generated files. */
export const files: Migration = {
  name: '0029-files',
  up: [
    // object_name, thumbnail_name: names of the bytes in the file store. expires_at: null for files that do
    // not expire.
    `CREATE TABLE IF NOT EXISTS files (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      source ${NAME(16)} NOT NULL,
      kind ${NAME(8)} NOT NULL,
      mime_type ${NAME(64)} NOT NULL,
      name VARCHAR(255) NOT NULL,
      bytes BIGINT UNSIGNED NOT NULL,
      width INT UNSIGNED NOT NULL,
      height INT UNSIGNED NOT NULL,
      duration_ms INT UNSIGNED NULL,
      sha256 ${HASH} NOT NULL,
      object_name ${NAME(80)} NOT NULL,
      thumbnail_name ${NAME(80)} NULL,
      thumbnail_bytes INT UNSIGNED NOT NULL,
      created_at ${TIME} NOT NULL,
      expires_at ${TIME} NULL,
      UNIQUE KEY files_object (object_name),
      UNIQUE KEY files_thumbnail (thumbnail_name),
      KEY files_user (user_id, id),
      KEY files_expiry (expires_at)
    ) ${TABLE}`,
    // Totals of the rows above by user, thumbnails included: the quota is checked with one locked row.
    `CREATE TABLE IF NOT EXISTS file_usage (
      user_id ${ID} NOT NULL PRIMARY KEY,
      files BIGINT NOT NULL,
      bytes BIGINT NOT NULL
    ) ${TABLE}`,
  ],
  down: ['DROP TABLE IF EXISTS file_usage', 'DROP TABLE IF EXISTS files'],
};
