import type { Migration } from './migration.ts';

/**
 * A receipt shows every class of tokens that was charged; the existing columns only cover the common ones.
 */
export const tokenUsage: Migration = {
  name: '0008-token-usage',
  up: [
    // JSON of TokenUsage (contracts/money.ts), written at settlement; null if nothing was counted.
    {
      column: ['generations', 'token_usage'],
      present: false,
      sql: 'ALTER TABLE generations ADD COLUMN token_usage TEXT NULL',
    },
  ],
  down: [
    {
      column: ['generations', 'token_usage'],
      present: true,
      sql: 'ALTER TABLE generations DROP COLUMN token_usage',
    },
  ],
};
