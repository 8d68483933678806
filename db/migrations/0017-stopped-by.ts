import type { Migration } from './migration.ts';

const COLUMN = ['generations', 'stopped_by'] as const;

/** The origin of a request to stop a run (StopCause, core/generation/run/stop-signal.ts). */
export const stoppedBy: Migration = {
  name: '0017-stopped-by',
  up: [
    {
      column: COLUMN,
      present: false,
      // null if the run was not stopped, and in older rows, which were stopped by their reader.
      sql: `ALTER TABLE generations ADD COLUMN stopped_by VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL`,
    },
  ],
  down: [{ column: COLUMN, present: true, sql: 'ALTER TABLE generations DROP COLUMN stopped_by' }],
};
