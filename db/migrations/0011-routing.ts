import { NAME, type Migration } from './migration.ts';

/** How a call's offers were chosen, for its receipt, and the model that answers where an account names none. */
export const routing: Migration = {
  name: '0011-routing',
  up: [
    // JSON of RoutingRecord (core/generation): what was asked for, and who was left out and why.
    {
      column: ['generations', 'routing'],
      present: false,
      sql: 'ALTER TABLE generations ADD COLUMN routing TEXT NULL',
    },
    {
      column: ['users', 'default_model'],
      present: false,
      sql: `ALTER TABLE users ADD COLUMN default_model ${NAME(160)} NULL`,
    },
  ],
  down: [
    {
      column: ['users', 'default_model'],
      present: true,
      sql: 'ALTER TABLE users DROP COLUMN default_model',
    },
    {
      column: ['generations', 'routing'],
      present: true,
      sql: 'ALTER TABLE generations DROP COLUMN routing',
    },
  ],
};
