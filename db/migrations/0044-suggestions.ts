import type { Migration } from './migration.ts';

const SUGGESTIONS = ['messages', 'suggestions'] as const;

/** What a service suggests to ask next, as JSON, with the reply that it came with. */
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
