import type { Migration } from './migration.ts';

/**
 * Stores with a reply how many of the oldest messages did not fit into its model's context; the row of its
 * generation may be pruned later.
 */
export const omittedMessages: Migration = {
  name: '0010-omitted-messages',
  up: [
    {
      column: ['messages', 'omitted_messages'],
      present: false,
      sql: 'ALTER TABLE messages ADD COLUMN omitted_messages INT UNSIGNED NOT NULL DEFAULT 0',
    },
  ],
  down: [
    {
      column: ['messages', 'omitted_messages'],
      present: true,
      sql: 'ALTER TABLE messages DROP COLUMN omitted_messages',
    },
  ],
};
