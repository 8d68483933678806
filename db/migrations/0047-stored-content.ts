import type { Migration } from './migration.ts';

const STORES_CONTENT = ['generations', 'stores_content'] as const;

/**
 * Distinguishes a call whose account stores its calls from one that is stored for repeats (`keeps_answer`).
 */
export const storedContent: Migration = {
  name: '0047-stored-content',
  up: [
    {
      column: STORES_CONTENT,
      present: false,
      sql: 'ALTER TABLE generations ADD COLUMN stores_content TINYINT(1) NOT NULL DEFAULT 0',
    },
  ],
  down: [
    { column: STORES_CONTENT, present: true, sql: 'ALTER TABLE generations DROP COLUMN stores_content' },
  ],
};
