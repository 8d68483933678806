import { ID, NAME, TABLE, TIME, type Migration } from './migration.ts';

/** Imports of chats from exports of other products. */
export const imports: Migration = {
  name: '0052-imports',
  up: [
    // open_user_id: the owner until it has ended, so that an account has one at a time. object_name: the upload
    // in the file store. done: results that are stored, so that a killed import continues behind them. report:
    // JSON of the counts. lease_token: the run that works on it, until lease_until.
    `CREATE TABLE IF NOT EXISTS imports (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      open_user_id ${ID} NULL,
      state ${NAME(16)} NOT NULL DEFAULT 'waiting',
      file_name VARCHAR(200) NOT NULL,
      bytes BIGINT NOT NULL,
      object_name ${NAME(80)} NULL,
      done INT UNSIGNED NOT NULL DEFAULT 0,
      report MEDIUMTEXT NOT NULL,
      failures INT UNSIGNED NOT NULL DEFAULT 0,
      lease_token ${ID} NULL,
      lease_until ${TIME} NULL,
      created_at ${TIME} NOT NULL,
      ended_at ${TIME} NULL,
      UNIQUE KEY imports_open (open_user_id),
      KEY imports_user (user_id, id)
    ) ${TABLE}`,
  ],
  down: ['DROP TABLE IF EXISTS imports'],
};
