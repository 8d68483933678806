import type { Migration } from './migration.ts';

const DONE = ['generations', 'done_percent'] as const;

/**
 * How much of a long job is done, 0 to 100, as its provider last said; and what is shown of its order, as JSON, to who asks
 * for it by its id.
 */
export const jobProgress: Migration = {
  name: '0034-job-progress',
  up: [
    {
      column: DONE,
      present: false,
      sql: `ALTER TABLE generations
        ADD COLUMN done_percent TINYINT UNSIGNED NULL,
        ADD COLUMN asked VARCHAR(255) NULL`,
    },
  ],
  down: [
    {
      column: DONE,
      present: true,
      sql: 'ALTER TABLE generations DROP COLUMN asked, DROP COLUMN done_percent',
    },
  ],
};
