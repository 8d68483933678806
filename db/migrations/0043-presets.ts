import { ID, NAME, TABLE, TIME, type Migration } from './migration.ts';

/** Presets, users' prompt templates, and the preset that new conversations begin with. */
export const presets: Migration = {
  name: '0043-presets',
  up: [
    `CREATE TABLE IF NOT EXISTS presets (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      title VARCHAR(100) NOT NULL,
      endpoint ${NAME(40)} NULL,
      model VARCHAR(160) NULL,
      options MEDIUMTEXT NULL,
      carried MEDIUMTEXT NULL,
      created_at ${TIME} NOT NULL,
      updated_at ${TIME} NOT NULL,
      KEY presets_user (user_id)
    ) ${TABLE}`,
    `CREATE TABLE IF NOT EXISTS prompt_templates (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      title VARCHAR(100) NOT NULL,
      text MEDIUMTEXT NOT NULL,
      created_at ${TIME} NOT NULL,
      updated_at ${TIME} NOT NULL,
      KEY prompt_templates_user (user_id)
    ) ${TABLE}`,
    {
      column: ['chat_setups', 'preset_id'],
      present: false,
      // One statement: if the first column exists, so do the others.
      sql: `ALTER TABLE chat_setups ADD COLUMN preset_id ${ID} NULL, ADD COLUMN preset_model VARCHAR(200) NULL,
        ADD COLUMN preset_options TEXT NULL`,
    },
  ],
  down: [
    {
      column: ['chat_setups', 'preset_id'],
      present: true,
      sql: 'ALTER TABLE chat_setups DROP COLUMN preset_id, DROP COLUMN preset_model, DROP COLUMN preset_options',
    },
    'DROP TABLE IF EXISTS prompt_templates',
    'DROP TABLE IF EXISTS presets',
  ],
};
