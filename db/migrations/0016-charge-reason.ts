import type { Migration } from './migration.ts';

const COLUMNS = [
  // The reason why a run was charged or not (ChargeReason, contracts/generation.ts); null for older rows.
  ['charge_reason', 'VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NULL'],
  // Progress of a running generation, with its checkpoint: JSON of Progress
  // (core/generation/run/checkpoint.ts). Cleared at settlement.
  ['progress', 'MEDIUMTEXT NULL'],
] as const;

/**
 * A run whose worker dies is charged by its checkpoint as the worker would have charged it, and a receipt
 * states the reason.
 */
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
