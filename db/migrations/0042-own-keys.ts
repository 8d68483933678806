import { ID, NAME, TABLE, TIME, type Migration } from './migration.ts';

const OWN_KEY = ['generations', 'own_key'] as const;

/** Users' own keys for providers, until they expire; and a mark on calls that ran with one of them. */
export const ownKeys: Migration = {
  name: '0042-own-keys',
  up: [
    // name: the endpoint of the key. sealed_value: bound to its owner, the name and the expiry.
    `CREATE TABLE IF NOT EXISTS provider_keys (
      user_id ${ID} NOT NULL,
      name ${NAME(32)} NOT NULL,
      sealed_value MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      expires_at ${TIME} NOT NULL,
      created_at ${TIME} NOT NULL,
      PRIMARY KEY (user_id, name),
      KEY provider_keys_expiry (expires_at)
    ) ${TABLE}`,
    {
      column: OWN_KEY,
      present: false,
      sql: 'ALTER TABLE generations ADD COLUMN own_key TINYINT(1) NOT NULL DEFAULT 0',
    },
  ],
  down: [
    { column: OWN_KEY, present: true, sql: 'ALTER TABLE generations DROP COLUMN own_key' },
    'DROP TABLE IF EXISTS provider_keys',
  ],
};
