import { TIME, type Migration } from './migration.ts';

const TOKEN_EMAIL = ['email_tokens', 'email'] as const;
const DELETED_AT = ['users', 'deleted_at'] as const;

/** Columns to change an account's address, and to delete an account. */
export const profile: Migration = {
  name: '0019-profile',
  up: [
    // The new address that a link of the purpose `change` verifies; null for the other purposes.
    {
      column: TOKEN_EMAIL,
      present: false,
      sql: 'ALTER TABLE email_tokens ADD COLUMN email VARCHAR(120) NULL',
    },
    // The row of a deleted account stays, without personal data, for the ledger entries that reference it.
    { column: DELETED_AT, present: false, sql: `ALTER TABLE users ADD COLUMN deleted_at ${TIME} NULL` },
  ],
  down: [
    { column: TOKEN_EMAIL, present: true, sql: 'ALTER TABLE email_tokens DROP COLUMN email' },
    { column: DELETED_AT, present: true, sql: 'ALTER TABLE users DROP COLUMN deleted_at' },
  ],
};
