import type { Migration } from './migration.ts';

const COLUMNS = [
  // The number of output tokens that held_micro covers, and the max cost of each further one, in
  // pico-dollars; null if the hold covers the whole answer.
  ['held_output_tokens', 'INT UNSIGNED NULL'],
  ['output_pico', 'BIGINT NULL'],
  // Tokens of the answer by our own count, in addition to the provider's usage.
  ['counted_tokens', 'INT UNSIGNED NULL'],
] as const;

/** The hold grows with its answer, and a provider's usage can be compared with our own count. */
export const steps: Migration = {
  name: '0013-steps',
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
