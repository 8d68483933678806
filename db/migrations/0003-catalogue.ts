import { ID, NAME, TABLE, TIME, type Migration } from './migration.ts';

export const catalogue: Migration = {
  name: '0003-catalogue',
  up: [
    // id is the public name, maker/model; upstream_model is the provider's name of the model.
    `CREATE TABLE IF NOT EXISTS models (
      id ${NAME(160)} NOT NULL PRIMARY KEY,
      endpoint ${NAME(32)} NOT NULL,
      provider ${NAME(40)} NOT NULL,
      upstream_model ${NAME(160)} NOT NULL,
      name VARCHAR(120) NOT NULL,
      description TEXT NULL,
      context_tokens INT UNSIGNED NOT NULL,
      max_output_tokens INT UNSIGNED NOT NULL,
      tokenizer ${NAME(24)} NOT NULL,
      knowledge_cutoff ${NAME(10)} NULL,
      enabled TINYINT(1) NOT NULL DEFAULT 1,
      rank_order INT NOT NULL DEFAULT 0,
      created_at ${TIME} NOT NULL,
      updated_at ${TIME} NOT NULL,
      KEY models_endpoint (endpoint, enabled, rank_order)
    ) ${TABLE}`,
    // Retired ids stay valid and redirect to a successor, with a notice.
    `CREATE TABLE IF NOT EXISTS model_aliases (
      alias ${NAME(160)} NOT NULL PRIMARY KEY,
      model_id ${NAME(160)} NOT NULL,
      retired_on DATE NULL,
      created_at ${TIME} NOT NULL,
      KEY model_aliases_model (model_id)
    ) ${TABLE}`,
    // Prices are dated rows in 10^-12 dollars per token; the newest row in force applies.
    `CREATE TABLE IF NOT EXISTS prices (
      id ${ID} NOT NULL PRIMARY KEY,
      model_id ${NAME(160)} NOT NULL,
      valid_from ${TIME} NOT NULL,
      valid_until ${TIME} NULL,
      input_pico BIGINT NOT NULL,
      cached_input_pico BIGINT NULL,
      output_pico BIGINT NOT NULL,
      source VARCHAR(500) NOT NULL,
      confidence CHAR(1) CHARACTER SET ascii NOT NULL,
      created_at ${TIME} NOT NULL,
      UNIQUE KEY prices_dated (model_id, valid_from)
    ) ${TABLE}`,
  ],
  down: ['DROP TABLE IF EXISTS prices', 'DROP TABLE IF EXISTS model_aliases', 'DROP TABLE IF EXISTS models'],
};
