import { NAME, TIME, type Migration } from './migration.ts';

const TOLD = ['generations', 'told_job_id'] as const;

/**
 * What providers report of long jobs: how a signed webhook has called one whose order's answer was lost, and the look that an
 * unsigned one has last brought nearer.
 */
export const webhooks: Migration = {
  name: '0035-webhooks',
  up: [
    {
      column: TOLD,
      present: false,
      sql: `ALTER TABLE generations
        ADD COLUMN told_job_id ${NAME(128)} NULL,
        ADD COLUMN hinted_at ${TIME} NULL`,
    },
  ],
  down: [
    {
      column: TOLD,
      present: true,
      sql: 'ALTER TABLE generations DROP COLUMN hinted_at, DROP COLUMN told_job_id',
    },
  ],
};
