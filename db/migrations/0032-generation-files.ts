import { ID, type Migration } from './migration.ts';

const MADE_BY = ['files', 'files_generation'] as const;

/** The generation that made a file, and the position among its files. */
export const generationFiles: Migration = {
  name: '0032-generation-files',
  up: [
    {
      index: MADE_BY,
      present: false,
      sql: `ALTER TABLE files
        ADD COLUMN generation_id ${ID} NULL,
        ADD COLUMN place SMALLINT UNSIGNED NULL,
        ADD KEY files_generation (generation_id, place)`,
    },
  ],
  down: [
    {
      index: MADE_BY,
      present: true,
      sql: 'ALTER TABLE files DROP KEY files_generation, DROP COLUMN place, DROP COLUMN generation_id',
    },
  ],
};
