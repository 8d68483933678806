import type { Migration } from './migration.ts';

const DONE = ['generations', 'done_percent'] as const;

/**
 * Progress of a long job, 0 to 100, as last reported by its provider; and the part of its order that is shown
 * to callers who request it by id, as JSON.
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
