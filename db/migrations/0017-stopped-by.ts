import type { Migration } from './migration.ts';

const COLUMN = ['generations', 'stopped_by'] as const;

/** Who asked for the end of a run that was told to stop (StopCause, core/generation/run/stop-signal.ts). */
export const stoppedBy: Migration = {
  name: '0017-stopped-by',
  up: [
    {
      column: COLUMN,
      present: false,
      // null where nobody did, and in rows from before, whose reader did.
      sql: `ALTER TABLE generations ADD COLUMN stopped_by VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL`,
    },
  ],
  down: [{ column: COLUMN, present: true, sql: 'ALTER TABLE generations DROP COLUMN stopped_by' }],
};
