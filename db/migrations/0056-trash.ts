import { ID, NAME, TABLE, TIME, type Migration } from './migration.ts';

/** The trash: deleted chats, and deleted messages of chats that stay. They can be restored for some time. */
export const trash: Migration = {
  name: '0056-trash',
  up: [
    // The columns of `conversations` and the time of the deletion. The messages stay where they are.
    `CREATE TABLE IF NOT EXISTS trashed_conversations (
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
      pinned_at ${TIME} NULL,
      archived_at ${TIME} NULL,
      folder_id ${ID} NULL,
      expires_at ${TIME} NULL,
      trashed_at ${TIME} NOT NULL,
      KEY trashed_conversations_user (user_id, trashed_at, id),
      KEY trashed_conversations_age (trashed_at)
    ) ${TABLE}`,
    // The id takes the place of the conversation in the messages of the entry. kind: branch, or a single message
    // whose children (JSON of their ids) have moved to its parent.
    `CREATE TABLE IF NOT EXISTS trashed_branches (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      conversation_id ${ID} NOT NULL,
      root_id ${ID} NOT NULL,
      parent_id ${ID} NOT NULL,
      kind ${NAME(8)} NOT NULL,
      children MEDIUMTEXT NULL,
      message_count INT UNSIGNED NOT NULL,
      excerpt VARCHAR(120) NOT NULL,
      trashed_at ${TIME} NOT NULL,
      KEY trashed_branches_user (user_id, trashed_at, id),
      KEY trashed_branches_age (trashed_at),
      KEY trashed_branches_conversation (conversation_id)
    ) ${TABLE}`,
  ],
  down: ['DROP TABLE IF EXISTS trashed_branches', 'DROP TABLE IF EXISTS trashed_conversations'],
};
