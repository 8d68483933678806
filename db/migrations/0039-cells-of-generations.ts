import type { Migration } from './migration.ts';

const BY_GENERATION = ['playground_cells', 'playground_cells_generation'] as const;

/**
 * An index to check whether a generated file is an answer of the playground when another reference to it is
 * removed.
 */
export const cellsOfGenerations: Migration = {
  name: '0039-cells-of-generations',
  up: [
    {
      index: BY_GENERATION,
      present: false,
      sql: 'ALTER TABLE playground_cells ADD KEY playground_cells_generation (generation_id)',
    },
  ],
  down: [
    {
      index: BY_GENERATION,
      present: true,
      sql: 'ALTER TABLE playground_cells DROP KEY playground_cells_generation',
    },
  ],
};
