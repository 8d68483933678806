import { ID, TABLE, type Migration } from './migration.ts';

const COLUMNS = [
  // How many files were sent with a message: of those without any nothing more is read.
  ['messages', 'file_count', 'SMALLINT UNSIGNED NOT NULL DEFAULT 0'],
  // Of a reply: how many pictures of earlier messages its model was not shown.
  ['messages', 'omitted_pictures', 'INT UNSIGNED NOT NULL DEFAULT 0'],
  // JSON: ids of the files that are to be sent with the text.
  ['drafts', 'files', 'TEXT NULL'],
  // The oldest message whose pictures go along; null: none do.
  ['generations', 'pictures_from_id', `${ID} NULL`],
] as const;

/** Pictures that are sent with the messages of a conversation. */
export const messageFiles: Migration = {
  name: '0033-message-files',
  up: [
    // Stays when its file is deleted: the message says then that there was one.
    `CREATE TABLE IF NOT EXISTS message_files (
      message_id ${ID} NOT NULL,
      place SMALLINT UNSIGNED NOT NULL,
      file_id ${ID} NOT NULL,
      user_id ${ID} NOT NULL,
      conversation_id ${ID} NOT NULL,
      PRIMARY KEY (message_id, place),
      KEY message_files_file (file_id),
      KEY message_files_conversation (conversation_id),
      KEY message_files_user (user_id)
    ) ${TABLE}`,
    ...COLUMNS.map(([table, column, type]) => ({
      column: [table, column] as const,
      present: false,
      sql: `ALTER TABLE ${table} ADD COLUMN ${column} ${type}`,
    })),
  ],
  down: [
    ...COLUMNS.toReversed().map(([table, column]) => ({
      column: [table, column] as const,
      present: true,
      sql: `ALTER TABLE ${table} DROP COLUMN ${column}`,
    })),
    'DROP TABLE IF EXISTS message_files',
  ],
};
