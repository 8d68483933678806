import type { Migration } from './migration.ts';

const key = (name: string, columns: string, present: boolean) => ({
  index: ['generations', name] as const,
  present,
  sql: `ALTER TABLE generations ${present ? `DROP KEY ${name}` : `ADD KEY ${name} ${columns}`}`,
});

const OF_USER = ['generations_user', '(user_id, state, created_at)'] as const;
const OF_KEY = ['generations_key', '(api_key_id, state)'] as const;
const LIVE = ['generations_live', '(user_id, live)'] as const;

/**
 * A user's open runs are found by a flag that changes once per run, at its end: two indexes on the state were
 * also written at the claim. The runs of a key are among those of its owner. STORED, not VIRTUAL: purging old
 * versions of a row would compute a virtual column again.
 */
export const live: Migration = {
  name: '0015-live',
  up: [
    {
      column: ['generations', 'live'],
      present: false,
      sql: `ALTER TABLE generations ADD COLUMN live TINYINT
              GENERATED ALWAYS AS (CASE WHEN state IN ('queued', 'running') THEN 1 END) STORED`,
    },
    key(...LIVE, false),
    key(...OF_USER, true),
    key(...OF_KEY, true),
  ],
  down: [
    key(...OF_KEY, false),
    key(...OF_USER, false),
    key(...LIVE, true),
    { column: ['generations', 'live'], present: true, sql: 'ALTER TABLE generations DROP COLUMN live' },
  ],
};
