import { HASH, ID, MICRO, NAME, TABLE, TIME, type Migration } from './migration.ts';

export const apiKeys: Migration = {
  name: '0007-api-keys',
  up: [
    // The value is stored as a hash for lookups and, until the key has ended, sealed so that its owner can
    // see it again. A rotated key shares the budget of the first key of its chain, so that rotation neither
    // doubles nor resets a cap. create_ref is the sender's id of a creation: a form that is sent twice
    // creates one key.
    `CREATE TABLE IF NOT EXISTS api_keys (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      application_id ${ID} NULL,
      budget_id ${ID} NOT NULL,
      create_ref ${ID} NULL,
      name VARCHAR(80) NOT NULL,
      prefix ${NAME(16)} NOT NULL,
      value_hash ${HASH} NOT NULL,
      sealed_value ${NAME(255)} NULL,
      daily_cap_micro ${MICRO} NULL,
      weekly_cap_micro ${MICRO} NULL,
      monthly_cap_micro ${MICRO} NULL,
      total_cap_micro ${MICRO} NULL,
      models TEXT NULL,
      expires_at ${TIME} NULL,
      disabled_at ${TIME} NULL,
      revoked_at ${TIME} NULL,
      rotated_to ${ID} NULL,
      rotated_from ${ID} NULL,
      overlap_until ${TIME} NULL,
      last_used_at ${TIME} NULL,
      created_at ${TIME} NOT NULL,
      UNIQUE KEY api_keys_value (value_hash),
      UNIQUE KEY api_keys_create (user_id, create_ref),
      KEY api_keys_user (user_id, revoked_at, created_at),
      KEY api_keys_budget (budget_id),
      KEY api_keys_overlap (overlap_until)
    ) ${TABLE}`,
    // Charges of a budget's keys, by the day (UTC) of the charge.
    `CREATE TABLE IF NOT EXISTS api_key_spend (
      budget_id ${ID} NOT NULL,
      day DATE NOT NULL,
      spent_micro ${MICRO} NOT NULL,
      PRIMARY KEY (budget_id, day)
    ) ${TABLE}`,
  ],
  down: ['DROP TABLE IF EXISTS api_key_spend', 'DROP TABLE IF EXISTS api_keys'],
};
