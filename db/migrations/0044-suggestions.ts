import type { Migration } from './migration.ts';

const SUGGESTIONS = ['messages', 'suggestions'] as const;

/** Follow-up questions suggested by a provider, as JSON, stored with their reply. */
export const suggestions: Migration = {
  name: '0044-suggestions',
  up: [
    {
      column: SUGGESTIONS,
      present: false,
      sql: 'ALTER TABLE messages ADD COLUMN suggestions TEXT NULL',
    },
  ],
  down: [{ column: SUGGESTIONS, present: true, sql: 'ALTER TABLE messages DROP COLUMN suggestions' }],
};
