import type { Migration } from './migration.ts';

const COLUMNS = [
  // Tokens of the answer that held_micro pays for, and what each further one costs at most, in pico-dollars; null
  // where the whole answer is held for.
  ['held_output_tokens', 'INT UNSIGNED NULL'],
  ['output_pico', 'BIGINT NULL'],
  // What the answer came to by our own count, beside what its provider says.
  ['counted_tokens', 'INT UNSIGNED NULL'],
] as const;

/** A hold grows with its answer, and a provider's usage can be compared with our own count. */
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
