import { TIME, type Migration } from './migration.ts';

const PINNED_AT = ['conversations', 'pinned_at'] as const;
const ARCHIVED_AT = ['conversations', 'archived_at'] as const;
const PINNED = ['conversations', 'conversations_pinned'] as const;

/** The order of the list of chats: pinned ones come first, archived ones are in a list of their own. */
export const order: Migration = {
  name: '0053-order',
  up: [
    { column: PINNED_AT, present: false, sql: `ALTER TABLE conversations ADD COLUMN pinned_at ${TIME} NULL` },
    {
      column: ARCHIVED_AT,
      present: false,
      sql: `ALTER TABLE conversations ADD COLUMN archived_at ${TIME} NULL`,
    },
    {
      index: PINNED,
      present: false,
      sql: 'ALTER TABLE conversations ADD KEY conversations_pinned (user_id, pinned_at)',
    },
  ],
  down: [
    { index: PINNED, present: true, sql: 'ALTER TABLE conversations DROP KEY conversations_pinned' },
    { column: ARCHIVED_AT, present: true, sql: 'ALTER TABLE conversations DROP COLUMN archived_at' },
    { column: PINNED_AT, present: true, sql: 'ALTER TABLE conversations DROP COLUMN pinned_at' },
  ],
};
