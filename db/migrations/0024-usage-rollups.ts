import { ID, MICRO, NAME, TABLE, TIME, type Migration } from './migration.ts';

/** Settled rows are read in the order of settlement. NULL while a run is open. */
const SETTLED = ['generations', 'generations_finished'] as const;

export const usageRollups: Migration = {
  name: '0024-usage-rollups',
  up: [
    {
      index: SETTLED,
      present: false,
      sql: `ALTER TABLE generations ADD KEY ${SETTLED[1]} (finished_at)`,
    },
    // The calls that a sum covers. scope: caller (all four names), all, model, key, application (that one
    // name, for all users), rows (every row that was read). requests and cost_micro: all-time totals.
    `CREATE TABLE IF NOT EXISTS usage_series (
      id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
      names_hash ${NAME(32)} NOT NULL,
      scope ${NAME(12)} NOT NULL,
      user_id ${NAME(36)} NOT NULL,
      model ${NAME(160)} NOT NULL,
      key_id ${NAME(36)} NOT NULL,
      application_id ${NAME(36)} NOT NULL,
      requests BIGINT NOT NULL DEFAULT 0,
      cost_micro ${MICRO} NOT NULL DEFAULT 0,
      first_at ${TIME} NULL,
      UNIQUE KEY usage_series_names (names_hash),
      KEY usage_series_user (user_id),
      KEY usage_series_model (model, scope),
      KEY usage_series_rank (scope, requests)
    ) ${TABLE}`,
    // grain: hour, day; first_tokens: a histogram (app/core/usage/sums/first-tokens.ts). Signed, because a
    // repair may subtract.
    `CREATE TABLE IF NOT EXISTS usage_figures (
      series_id INT UNSIGNED NOT NULL,
      grain ${NAME(4)} NOT NULL,
      at ${TIME} NOT NULL,
      requests BIGINT NOT NULL,
      errors BIGINT NOT NULL,
      input_tokens BIGINT NOT NULL,
      output_tokens BIGINT NOT NULL,
      cost_micro ${MICRO} NOT NULL,
      first_tokens ${NAME(4000)} NOT NULL,
      PRIMARY KEY (series_id, grain, at),
      KEY usage_figures_time (grain, at)
    ) ${TABLE}`,
    // The sums over all users by model, key and application, in order of time: the most called are found by
    // reading a time range.
    `CREATE TABLE IF NOT EXISTS usage_ranks (
      scope ${NAME(12)} NOT NULL,
      grain ${NAME(4)} NOT NULL,
      at ${TIME} NOT NULL,
      series_id INT UNSIGNED NOT NULL,
      requests BIGINT NOT NULL,
      cost_micro ${MICRO} NOT NULL,
      PRIMARY KEY (scope, grain, at, series_id)
    ) ${TABLE}`,
    // One row. Rows that were settled before rolled_until are in the sums; rows of days before complete_from
    // may be partly pruned.
    `CREATE TABLE IF NOT EXISTS usage_state (
      id TINYINT UNSIGNED NOT NULL PRIMARY KEY,
      rolled_until ${TIME} NOT NULL,
      complete_from ${TIME} NOT NULL
    ) ${TABLE}`,
    // One row: the process that reconciles, and its progress.
    `CREATE TABLE IF NOT EXISTS reconciliation_state (
      id TINYINT UNSIGNED NOT NULL PRIMARY KEY,
      lease_owner ${NAME(36)} NULL,
      lease_until ${TIME} NULL,
      verified_until ${TIME} NOT NULL,
      accounts_for ${TIME} NOT NULL,
      account_cursor ${NAME(36)} NOT NULL DEFAULT '',
      entries_bound BIGINT UNSIGNED NOT NULL DEFAULT 0,
      entries_seen BIGINT UNSIGNED NOT NULL DEFAULT 0,
      entries_seen_at ${TIME} NULL
    ) ${TABLE}`,
    // The result of a pass, by kind of comparison and day of the pass.
    `CREATE TABLE IF NOT EXISTS reconciliations (
      what ${NAME(12)} NOT NULL,
      pass_on ${TIME} NOT NULL,
      checked_at ${TIME} NOT NULL,
      compared BIGINT NOT NULL,
      mismatches BIGINT NOT NULL,
      examples TEXT NOT NULL,
      PRIMARY KEY (what, pass_on)
    ) ${TABLE}`,
    // The sum of an account's entries up to one before which no open transaction can insert any more.
    `CREATE TABLE IF NOT EXISTS ledger_checkpoints (
      account_id ${ID} NOT NULL PRIMARY KEY,
      entry_id BIGINT UNSIGNED NOT NULL,
      sum_micro ${MICRO} NOT NULL,
      full_at ${TIME} NOT NULL
    ) ${TABLE}`,
  ],
  down: [
    'DROP TABLE IF EXISTS ledger_checkpoints',
    'DROP TABLE IF EXISTS reconciliations',
    'DROP TABLE IF EXISTS reconciliation_state',
    'DROP TABLE IF EXISTS usage_state',
    'DROP TABLE IF EXISTS usage_ranks',
    'DROP TABLE IF EXISTS usage_figures',
    'DROP TABLE IF EXISTS usage_series',
    {
      index: SETTLED,
      present: true,
      sql: `ALTER TABLE generations DROP KEY ${SETTLED[1]}`,
    },
  ],
};
