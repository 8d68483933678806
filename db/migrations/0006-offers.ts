import { ID, NAME, TABLE, TIME, type Migration } from './migration.ts';

/** Converts a price of the old table to a tariff with one rule. */
const RULE_OF_PRICE = `CONCAT('[{"rates":{"input":"', p.input_pico,
  IF(p.cached_input_pico IS NULL, '', CONCAT('","cachedInput":"', p.cached_input_pico)),
  '","output":"', p.output_pico, '"}}]')`;

const RATE = (name: string) => `JSON_UNQUOTE(JSON_EXTRACT(op.rules, '$[0].rates.${name}'))`;

/**
 * A model is served by many providers, each at its own price. This migration only expands: the previous
 * version still reads models.provider, models.upstream_model and prices, which a later migration drops.
 * Prices keep their ids, because charges reference them.
 */
export const offers: Migration = {
  name: '0006-offers',
  up: [
    // supports, capabilities and parameters are JSON, opaque to the database. Models without an endpoint
    // (images, videos, embeddings) are not available in the chat.
    {
      column: ['models', 'supports'],
      present: false,
      sql: `ALTER TABLE models
        ADD COLUMN supports TEXT NULL,
        ADD COLUMN capabilities TEXT NULL,
        ADD COLUMN parameters TEXT NULL,
        ADD COLUMN released_on DATE NULL,
        ADD COLUMN shutdown_on DATE NULL,
        ADD COLUMN featured TINYINT(1) NOT NULL DEFAULT 0,
        ADD COLUMN source VARCHAR(500) NULL,
        ADD COLUMN read_on DATE NULL,
        ADD COLUMN confidence CHAR(1) CHARACTER SET ascii NOT NULL DEFAULT 'B',
        MODIFY COLUMN endpoint ${NAME(32)} NULL`,
    },
    // NULL means: the same as the model. wire is set only if it differs from the provider's default.
    `CREATE TABLE IF NOT EXISTS offers (
      id ${ID} NOT NULL PRIMARY KEY,
      model_id ${NAME(160)} NOT NULL,
      provider ${NAME(40)} NOT NULL,
      upstream_model ${NAME(160)} NOT NULL,
      wire ${NAME(24)} NULL,
      context_tokens INT UNSIGNED NULL,
      max_output_tokens INT UNSIGNED NULL,
      supports TEXT NULL,
      parameters TEXT NULL,
      enabled TINYINT(1) NOT NULL DEFAULT 1,
      confidence CHAR(1) CHARACTER SET ascii NOT NULL,
      confirmed_at ${TIME} NULL,
      source VARCHAR(500) NOT NULL,
      created_at ${TIME} NOT NULL,
      updated_at ${TIME} NOT NULL,
      UNIQUE KEY offers_served (model_id, provider)
    ) ${TABLE}`,
    // A dated tariff: rules is JSON (contracts/price.ts), amounts in 10^-12 dollars per token or unit. Rows
    // are added, never changed: charges reference them.
    `CREATE TABLE IF NOT EXISTS offer_prices (
      id ${ID} NOT NULL PRIMARY KEY,
      offer_id ${ID} NOT NULL,
      valid_from ${TIME} NOT NULL,
      valid_until ${TIME} NULL,
      rules TEXT NOT NULL,
      source VARCHAR(500) NOT NULL,
      confidence CHAR(1) CHARACTER SET ascii NOT NULL,
      created_at ${TIME} NOT NULL,
      UNIQUE KEY offer_prices_dated (offer_id, valid_from)
    ) ${TABLE}`,
    // The operator's choice stays on the model (models.enabled); unverified data is marked by its confidence.
    `INSERT IGNORE INTO offers (id, model_id, provider, upstream_model, confidence, source, created_at, updated_at)
      SELECT UUID(), m.id, m.provider, m.upstream_model,
             COALESCE((SELECT MAX(p.confidence) FROM prices p WHERE p.model_id = m.id), 'B'),
             COALESCE((SELECT MAX(p.source) FROM prices p WHERE p.model_id = m.id), 'known before offers'),
             m.created_at, NOW(3)
        FROM models m`,
    `INSERT IGNORE INTO offer_prices (id, offer_id, valid_from, valid_until, rules, source, confidence, created_at)
      SELECT p.id, o.id, p.valid_from, p.valid_until, ${RULE_OF_PRICE}, p.source, p.confidence, p.created_at
        FROM prices p JOIN models m ON m.id = p.model_id
        JOIN offers o ON o.model_id = m.id AND o.provider = m.provider`,
  ],
  down: [
    // The prices that the previous version supports: one rule for prompt and answer. It refuses calls with
    // other tariffs.
    `INSERT IGNORE INTO prices (id, model_id, valid_from, valid_until, input_pico, cached_input_pico, output_pico,
                                source, confidence, created_at)
      SELECT op.id, o.model_id, op.valid_from, op.valid_until, ${RATE('input')}, ${RATE('cachedInput')},
             ${RATE('output')}, op.source, op.confidence, op.created_at
        FROM offer_prices op JOIN offers o ON o.id = op.offer_id
        JOIN models m ON m.id = o.model_id AND m.provider = o.provider
       WHERE ${RATE('input')} IS NOT NULL AND ${RATE('output')} IS NOT NULL
         AND JSON_EXTRACT(op.rules, '$[1]') IS NULL AND JSON_EXTRACT(op.rules, '$[0].when') IS NULL`,
    'DELETE FROM models WHERE endpoint IS NULL',
    'DROP TABLE IF EXISTS offer_prices',
    'DROP TABLE IF EXISTS offers',
    {
      column: ['models', 'supports'],
      present: true,
      sql: `ALTER TABLE models
        DROP COLUMN supports, DROP COLUMN capabilities, DROP COLUMN parameters, DROP COLUMN released_on,
        DROP COLUMN shutdown_on, DROP COLUMN featured, DROP COLUMN source, DROP COLUMN read_on,
        DROP COLUMN confidence, MODIFY COLUMN endpoint ${NAME(32)} NOT NULL`,
    },
  ],
};
