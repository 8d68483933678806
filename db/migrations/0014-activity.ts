import type { Migration } from './migration.ts';

const add = (name: string, columns: string) => ({
  index: ['generations', name] as const,
  present: false,
  sql: `ALTER TABLE generations ADD KEY ${name} ${columns}`,
});

const drop = (name: string) => ({
  index: ['generations', name] as const,
  present: true,
  sql: `ALTER TABLE generations DROP KEY ${name}`,
});

/**
 * A user's calls are listed newest first: ids are in order of time, and none of the three columns ever
 * changes. The dropped index of the queue changed twice per reply; waiting runs are found by the sweeper's
 * index.
 */
export const activity: Migration = {
  name: '0014-activity',
  up: [add('generations_activity', '(user_id, id, kind)'), drop('generations_queue')],
  down: [add('generations_queue', '(state, created_at)'), drop('generations_activity')],
};
