import type { Migration } from './migration.ts';

const COLUMNS = [
  // Why a run was charged, or why it was not (ChargeReason, contracts/generation.ts); null for older rows.
  ['charge_reason', 'VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NULL'],
  // Of a running one, with its checkpoint: JSON of Progress (core/generation/run/checkpoint.ts). Emptied at settle.
  ['progress', 'MEDIUMTEXT NULL'],
] as const;

/** A run that dies is charged by its checkpoint as it would have been by its worker, and a receipt says why. */
export const chargeReason: Migration = {
  name: '0016-charge-reason',
  up: COLUMNS.map(([column, type]) => ({
    column: ['generations', column],
    present: false,
    sql: `ALTER TABLE generations ADD COLUMN ${column} ${type}`,
  })),
  down: COLUMNS.toReversed().map(([column]) => ({
    column: ['generations', column],
    present: true,
    sql: `ALTER TABLE generations DROP COLUMN ${column}`,
  })),
};
