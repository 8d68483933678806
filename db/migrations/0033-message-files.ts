import { ID, TABLE, type Migration } from './migration.ts';

const COLUMNS = [
  // Number of files that were sent with a message: for messages without files no further query is needed.
  ['messages', 'file_count', 'SMALLINT UNSIGNED NOT NULL DEFAULT 0'],
  // Of a reply: number of images of earlier messages that were not sent to its model.
  ['messages', 'omitted_pictures', 'INT UNSIGNED NOT NULL DEFAULT 0'],
  // JSON: ids of the files to be sent with the text.
  ['drafts', 'files', 'TEXT NULL'],
  // The oldest message whose images are sent; null: none are.
  ['generations', 'pictures_from_id', `${ID} NULL`],
] as const;

/** Images that are sent with the messages of a conversation. */
export const messageFiles: Migration = {
  name: '0033-message-files',
  up: [
    // The row stays when its file is deleted: the message then shows that there was one.
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
