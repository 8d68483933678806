import { TIME, type Migration } from './migration.ts';

const EXPIRES_AT = ['conversations', 'expires_at'] as const;
const EXPIRY = ['conversations', 'conversations_expiry'] as const;

/** Temporary chats: they are not listed and not found, and are deleted at their end. */
export const temporaryChats: Migration = {
  name: '0055-temporary-chats',
  up: [
    {
      column: EXPIRES_AT,
      present: false,
      sql: `ALTER TABLE conversations ADD COLUMN expires_at ${TIME} NULL`,
    },
    {
      index: EXPIRY,
      present: false,
      sql: 'ALTER TABLE conversations ADD KEY conversations_expiry (expires_at)',
    },
  ],
  down: [
    { index: EXPIRY, present: true, sql: 'ALTER TABLE conversations DROP KEY conversations_expiry' },
    { column: EXPIRES_AT, present: true, sql: 'ALTER TABLE conversations DROP COLUMN expires_at' },
  ],
};
