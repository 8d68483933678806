import { randomUUID } from 'node:crypto';
import { change, type SqlValue } from '../sql.ts';
import type { Tx } from '../transaction.ts';
import { SEED_ALIASES, SEED_MODELS, type SeedModel } from './catalogue-data.ts';

/** Before the first call that anybody can have made; a later change of price is a row of its own. */
const FIRST_PRICES = new Date('2026-01-01T00:00:00Z');

/**
 * Puts the models, their prices and the retired ids in place; runs at every start. Facts about a model are
 * brought up to date; what an operator decides (enabled, order) and every price that is there stay as they
 * are, since charges point to prices.
 * @returns how many models the seed holds
 */
export async function seedCatalogue(tx: Tx): Promise<number> {
  const now = new Date();
  for (const model of SEED_MODELS) {
    await putModel(tx, model, now);
    await putFirstPrice(tx, model, now);
  }
  await change(
    tx,
    `INSERT INTO model_aliases (alias, model_id, retired_on, created_at) VALUES ?
     ON DUPLICATE KEY UPDATE model_id = VALUES(model_id), retired_on = VALUES(retired_on)`,
    [SEED_ALIASES.map(([alias, modelId, retiredOn]): SqlValue => [alias, modelId, retiredOn, now])],
  );
  return SEED_MODELS.length;
}

async function putModel(tx: Tx, model: SeedModel, now: Date): Promise<void> {
  const enabled = model.confidence === 'A' || model.confidence === 'B';
  await change(
    tx,
    `INSERT INTO models (id, endpoint, provider, upstream_model, name, context_tokens, max_output_tokens,
                         tokenizer, enabled, rank_order, created_at, updated_at)
     VALUES (?)
     ON DUPLICATE KEY UPDATE
       provider = VALUES(provider), upstream_model = VALUES(upstream_model), name = VALUES(name),
       context_tokens = VALUES(context_tokens), max_output_tokens = VALUES(max_output_tokens),
       tokenizer = VALUES(tokenizer), updated_at = VALUES(updated_at)`,
    [
      [
        model.id,
        'openAI',
        model.provider,
        model.upstreamModel,
        model.name,
        model.contextTokens,
        model.maxOutputTokens,
        model.tokenizer,
        enabled,
        model.rankOrder,
        now,
        now,
      ],
    ],
  );
}

async function putFirstPrice(tx: Tx, { id, price, source, confidence }: SeedModel, now: Date): Promise<void> {
  const { input, cachedInput, output } = price;
  await change(
    tx,
    `INSERT INTO prices (id, model_id, valid_from, valid_until, input_pico, cached_input_pico, output_pico,
                         source, confidence, created_at)
     VALUES (?)
     ON DUPLICATE KEY UPDATE id = id`,
    [
      [
        randomUUID(),
        id,
        FIRST_PRICES,
        null,
        toPico(input),
        cachedInput === null ? null : toPico(cachedInput),
        toPico(output),
        source,
        confidence,
        now,
      ],
    ],
  );
}

/** Dollars per million tokens to pico-dollars per token: $1 is 1,000,000. */
function toPico(dollarsPerMillion: number): bigint {
  return BigInt(Math.round(dollarsPerMillion * 1_000_000));
}
