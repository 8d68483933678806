import { ID, TABLE, type Migration } from './migration.ts';

/** Files that are sent with the prompts of the playground. */
export const playgroundFiles: Migration = {
  name: '0037-playground-files',
  up: [
    // The row stays when its file is deleted: the prompt then shows that there was one.
    `CREATE TABLE IF NOT EXISTS playground_files (
      prompt_id ${ID} NOT NULL,
      place SMALLINT UNSIGNED NOT NULL,
      file_id ${ID} NOT NULL,
      user_id ${ID} NOT NULL,
      playground_id ${ID} NOT NULL,
      PRIMARY KEY (prompt_id, place),
      KEY playground_files_file (file_id),
      KEY playground_files_playground (playground_id),
      KEY playground_files_user (user_id)
    ) ${TABLE}`,
  ],
  down: ['DROP TABLE IF EXISTS playground_files'],
};
