import { NAME, type Migration } from './migration.ts';

/**
 * The choice of a call's offers, for its receipt, and an account's default model for calls that name none.
 */
export const routing: Migration = {
  name: '0011-routing',
  up: [
    // JSON of RoutingRecord (core/generation): the requested model, and the excluded offers with reasons.
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
