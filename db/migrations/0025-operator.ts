import type { Migration } from './migration.ts';

/**
 * Indexes for searches on the operator's pages: users by name, the trail by actor, by subject and by action.
 */
const AUDIT_KEYS = [
  ['audit_about', '(subject_id, id)'],
  ['audit_actor', '(actor, id)'],
  ['audit_action', '(action, id)'],
] as const;

export const operator: Migration = {
  name: '0025-operator',
  up: [
    {
      index: ['users', 'users_name'],
      present: false,
      sql: 'ALTER TABLE users ADD KEY users_name (name, id)',
    },
    {
      index: ['audit_entries', 'audit_actor'],
      present: false,
      sql: `ALTER TABLE audit_entries ${AUDIT_KEYS.map(([name, columns]) => `ADD KEY ${name} ${columns}`).join(', ')}`,
    },
  ],
  down: [
    {
      index: ['audit_entries', 'audit_actor'],
      present: true,
      sql: `ALTER TABLE audit_entries ${AUDIT_KEYS.map(([name]) => `DROP KEY ${name}`).join(', ')}`,
    },
    { index: ['users', 'users_name'], present: true, sql: 'ALTER TABLE users DROP KEY users_name' },
  ],
};
