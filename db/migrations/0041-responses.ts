import { ID, TABLE, TIME, type Migration } from './migration.ts';

/** Responses of the public API that are stored to be read again and continued, until they expire. */
export const responses: Migration = {
  name: '0041-responses',
  up: [
    // id: that of its generation. asked: the sealed call; answer: the sealed log of its run, including the
    // end, null before. ancestors: ids of the previous responses, from the first, as a JSON list. bytes: of
    // the sealed data.
    `CREATE TABLE IF NOT EXISTS responses (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      is_background TINYINT(1) NOT NULL DEFAULT 0,
      ancestors TEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      asked MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      answer MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NULL,
      bytes INT UNSIGNED NOT NULL,
      created_at ${TIME} NOT NULL,
      ended_at ${TIME} NULL,
      KEY responses_user (user_id, id),
      KEY responses_created (created_at)
    ) ${TABLE}`,
  ],
  down: ['DROP TABLE IF EXISTS responses'],
};
