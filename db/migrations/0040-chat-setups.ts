import { ID, TABLE, TIME, type Migration } from './migration.ts';

/** The initial settings of a user's next new conversation. */
export const chatSetups: Migration = {
  name: '0040-chat-setups',
  up: [
    `CREATE TABLE IF NOT EXISTS chat_setups (
      user_id ${ID} NOT NULL PRIMARY KEY,
      options TEXT NULL,
      updated_at ${TIME} NOT NULL
    ) ${TABLE}`,
  ],
  down: ['DROP TABLE IF EXISTS chat_setups'],
};
