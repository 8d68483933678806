import { ID, TABLE, TIME, type Migration } from './migration.ts';

const FOLDER = ['conversations', 'folder_id'] as const;
const FOLDER_KEY = ['conversations', 'conversations_folder'] as const;

/** Folders of chats. A chat is in one folder or in none. */
export const folders: Migration = {
  name: '0054-folders',
  up: [
    `CREATE TABLE IF NOT EXISTS folders (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      name VARCHAR(80) NOT NULL,
      created_at ${TIME} NOT NULL,
      KEY folders_user (user_id, id)
    ) ${TABLE}`,
    { column: FOLDER, present: false, sql: `ALTER TABLE conversations ADD COLUMN folder_id ${ID} NULL` },
    {
      index: FOLDER_KEY,
      present: false,
      sql: 'ALTER TABLE conversations ADD KEY conversations_folder (user_id, folder_id, updated_at, id)',
    },
  ],
  down: [
    { index: FOLDER_KEY, present: true, sql: 'ALTER TABLE conversations DROP KEY conversations_folder' },
    { column: FOLDER, present: true, sql: 'ALTER TABLE conversations DROP COLUMN folder_id' },
    'DROP TABLE IF EXISTS folders',
  ],
};
