import type { Migration } from './migration.ts';

/** A reply says for how many of the oldest messages its model had no room; its generation's row is pruned one day. */
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
