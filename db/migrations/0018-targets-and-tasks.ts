import { ID, NAME, TABLE, TIME, type Migration } from './migration.ts';

/**
 * `kind` becomes `target` (who asked, and where the result goes) and `task` (what is made). Processes of the version
 * before write `kind` alone: the defaults say what they mean, for their rows and for those that are here. A later
 * migration drops `kind`.
 */
const COLUMNS = [
  [
    'target',
    `${NAME(16)} NOT NULL DEFAULT (CASE kind WHEN 'chat' THEN 'message' WHEN 'api' THEN 'call' ELSE kind END)`,
  ],
  [
    'task',
    `${NAME(16)} NOT NULL DEFAULT (CASE WHEN request LIKE '{"embed":%' THEN 'embedding' ELSE 'chat' END)`,
  ],
  // A step of another generation, its place among the steps, from 1, and what it said, for the steps after it.
  ['parent_id', `${ID} NULL`],
  ['step', 'SMALLINT UNSIGNED NULL'],
  ['result', 'MEDIUMTEXT NULL'],
  // A long job: since when its order may have been sent, what the provider calls it, and when to look at it next.
  ['ordering_at', `${TIME} NULL`],
  ['provider_job_id', 'VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL'],
  ['next_poll_at', `${TIME} NULL`],
  ['polls', 'INT UNSIGNED NOT NULL DEFAULT 0'],
] as const;

const KEYS = [
  ['KEY', 'generations_listed', '(user_id, id, target)'],
  ['KEY', 'generations_poll', '(state, next_poll_at)'],
  ['UNIQUE KEY', 'generations_step', '(parent_id, step)'],
] as const;
const REPLACED_KEY = ['generations_activity', '(user_id, id, kind)'] as const;

/** All of it happens, or nothing. */
const alter = (changes: string[]) => `ALTER TABLE generations ${changes.join(', ')}`;

/** What is to be done after a generation has ended: the outbox of its transaction. One of a job and subject, until it is done. */
const FOLLOW_UPS = `CREATE TABLE IF NOT EXISTS follow_ups (
  id ${ID} NOT NULL PRIMARY KEY,
  job ${NAME(32)} NOT NULL,
  subject ${NAME(64)} NOT NULL,
  payload TEXT NOT NULL,
  tries SMALLINT UNSIGNED NOT NULL DEFAULT 0,
  due_at ${TIME} NOT NULL,
  failed_at ${TIME} NULL,
  last_error TEXT NULL,
  created_at ${TIME} NOT NULL,
  UNIQUE KEY follow_ups_subject (job, subject),
  KEY follow_ups_due (failed_at, due_at)
) ${TABLE}`;

export const targetsAndTasks: Migration = {
  name: '0018-targets-and-tasks',
  up: [
    {
      column: ['generations', 'target'],
      present: false,
      sql: alter([
        ...COLUMNS.map(([name, type]) => `ADD COLUMN ${name} ${type}`),
        ...KEYS.map(([kind, name, columns]) => `ADD ${kind} ${name} ${columns}`),
        `DROP KEY ${REPLACED_KEY[0]}`,
      ]),
    },
    FOLLOW_UPS,
  ],
  down: [
    'DROP TABLE IF EXISTS follow_ups',
    {
      column: ['generations', 'target'],
      present: true,
      sql: alter([
        `ADD KEY ${REPLACED_KEY.join(' ')}`,
        ...KEYS.map(([, name]) => `DROP KEY ${name}`),
        ...COLUMNS.map(([name]) => `DROP COLUMN ${name}`),
      ]),
    },
  ],
};
