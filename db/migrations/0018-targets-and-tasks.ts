import { ID, NAME, TABLE, TIME, type Migration } from './migration.ts';

/**
 * `kind` is split into `target` (the caller, and the destination of the result) and `task` (the kind of
 * result). Processes of the previous version write only `kind`: the defaults derive the new columns, for
 * their rows and for existing ones. A later migration drops `kind`.
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
  // A step of another generation: its number among the steps, from 1, and its result, for later steps.
  ['parent_id', `${ID} NULL`],
  ['step', 'SMALLINT UNSIGNED NULL'],
  ['result', 'MEDIUMTEXT NULL'],
  // A long job: when its order may have been sent, the provider's id of it, and when to poll it next.
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

/** One ALTER is applied as a whole or not at all. */
const alter = (changes: string[]) => `ALTER TABLE generations ${changes.join(', ')}`;

/**
 * Work to do after a generation has ended: the outbox of its transaction. At most one open row per job and
 * subject.
 */
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
