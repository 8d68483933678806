import { ID, NAME, TABLE, TIME, type Migration } from './migration.ts';

const TOLD = ['generations', 'told_job_id'] as const;

/**
 * Webhooks of providers about long jobs: the job id from a signed webhook, if the response to the order was
 * lost, and the time of the last poll that an unsigned webhook moved forward. Webhooks of users: the
 * endpoints that are notified when jobs end, and the deliveries.
 */
export const webhooks: Migration = {
  name: '0035-webhooks',
  up: [
    {
      column: TOLD,
      present: false,
      sql: `ALTER TABLE generations
        ADD COLUMN told_job_id ${NAME(128)} NULL,
        ADD COLUMN hinted_at ${TIME} NULL`,
    },
    // events: comma-separated. old_secret also signs until old_until.
    `CREATE TABLE IF NOT EXISTS webhook_endpoints (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      name VARCHAR(80) NOT NULL,
      url VARCHAR(1000) NOT NULL,
      events ${NAME(255)} NOT NULL,
      sealed_secret ${NAME(512)} NOT NULL,
      old_secret ${NAME(512)} NULL,
      old_until ${TIME} NULL,
      paused_at ${TIME} NULL,
      switched_off_at ${TIME} NULL,
      mailed_at ${TIME} NULL,
      failures INT UNSIGNED NOT NULL DEFAULT 0,
      failing_since ${TIME} NULL,
      create_ref ${ID} NULL,
      created_at ${TIME} NOT NULL,
      UNIQUE KEY webhook_endpoints_create (user_id, create_ref)
    ) ${TABLE}`,
    `CREATE TABLE IF NOT EXISTS webhook_deliveries (
      id ${ID} NOT NULL PRIMARY KEY,
      endpoint_id ${ID} NOT NULL,
      user_id ${ID} NOT NULL,
      event_id ${NAME(64)} NOT NULL,
      type ${NAME(64)} NOT NULL,
      payload TEXT NOT NULL,
      state ${NAME(16)} NOT NULL DEFAULT 'waiting',
      tries SMALLINT UNSIGNED NOT NULL DEFAULT 0,
      last_status SMALLINT UNSIGNED NULL,
      problem ${NAME(16)} NULL,
      next_at ${TIME} NULL,
      created_at ${TIME} NOT NULL,
      UNIQUE KEY webhook_deliveries_event (endpoint_id, event_id),
      KEY webhook_deliveries_recent (endpoint_id, id),
      KEY webhook_deliveries_user (user_id, id)
    ) ${TABLE}`,
  ],
  down: [
    'DROP TABLE IF EXISTS webhook_deliveries',
    'DROP TABLE IF EXISTS webhook_endpoints',
    {
      column: TOLD,
      present: true,
      sql: 'ALTER TABLE generations DROP COLUMN hinted_at, DROP COLUMN told_job_id',
    },
  ],
};
