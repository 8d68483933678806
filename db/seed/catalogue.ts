import { randomUUID } from 'node:crypto';
import { writeRules } from '#app/contracts/price.ts';
import { change, selectRows, type SqlValue } from '../sql.ts';
import type { Tx } from '../transaction.ts';
import { SEED_ALIASES } from './data/aliases.ts';
import { SEED_MODELS } from './data/models.ts';
import { READ_ON } from './data/read.ts';
import { rulesOf, type SeedModel, type SeedOffer } from './seed-model.ts';

/** Before the first possible call; a later price change is a row of its own. */
const FIRST_PRICES = '2026-01-01';

/**
 * Inserts or updates the models, their offers and prices and the retired ids; runs at every start. Facts are
 * updated; the operator's decisions (enabled, order, confirmed) and all existing prices stay as they are,
 * since charges reference prices.
 * @returns how many models the seed has
 */
export async function seedCatalogue(tx: Tx): Promise<number> {
  const now = new Date();
  await putModels(tx, now);
  await putOffers(tx, now);
  await putPrices(tx, now);
  await change(
    tx,
    `INSERT INTO model_aliases (alias, model_id, retired_on, created_at) VALUES ?
     ON DUPLICATE KEY UPDATE model_id = VALUES(model_id), retired_on = VALUES(retired_on)`,
    [SEED_ALIASES.map(([alias, modelId, retiredOn]): SqlValue => [alias, modelId, retiredOn, now])],
  );
  return SEED_MODELS.length;
}

async function putModels(tx: Tx, now: Date): Promise<void> {
  await change(
    tx,
    `INSERT INTO models (id, endpoint, provider, upstream_model, name, description, context_tokens,
                         max_output_tokens, supports, capabilities, parameters, tokenizer, knowledge_cutoff,
                         released_on, shutdown_on, featured, rank_order, source, read_on, confidence,
                         created_at, updated_at)
     VALUES ?
     ON DUPLICATE KEY UPDATE
       endpoint = VALUES(endpoint), provider = VALUES(provider), upstream_model = VALUES(upstream_model),
       name = VALUES(name), description = VALUES(description), context_tokens = VALUES(context_tokens),
       max_output_tokens = VALUES(max_output_tokens), supports = VALUES(supports),
       capabilities = VALUES(capabilities), parameters = VALUES(parameters), tokenizer = VALUES(tokenizer),
       knowledge_cutoff = VALUES(knowledge_cutoff), released_on = VALUES(released_on),
       shutdown_on = VALUES(shutdown_on), source = VALUES(source), read_on = VALUES(read_on),
       confidence = VALUES(confidence), updated_at = VALUES(updated_at)`,
    [
      SEED_MODELS.map((model): SqlValue => {
        // The version before offers reads the first offer from the model.
        const [first] = model.offers;
        return [
          model.id,
          model.endpoint,
          first?.provider ?? '',
          first ? upstreamOf(model, first) : '',
          model.name,
          model.description ?? null,
          model.contextTokens,
          model.maxOutputTokens,
          JSON.stringify(model.supports),
          JSON.stringify(model.capabilities),
          model.parameters ? JSON.stringify(model.parameters) : null,
          model.tokenizer,
          model.knowledgeCutoff ?? null,
          model.releasedOn,
          model.shutdownOn ?? null,
          model.featured ? 1 : 0,
          model.rankOrder,
          model.source,
          READ_ON,
          model.confidence,
          now,
          now,
        ];
      }),
    ],
  );
}

async function putOffers(tx: Tx, now: Date): Promise<void> {
  const rows = SEED_MODELS.flatMap((model) =>
    model.offers.map((offer): SqlValue => [
      randomUUID(),
      model.id,
      offer.provider,
      upstreamOf(model, offer),
      offer.dialect ?? null,
      offer.contextTokens ?? null,
      offer.maxOutputTokens ?? null,
      offer.supports ? JSON.stringify(offer.supports) : null,
      offer.confidence ?? model.confidence,
      offer.source ?? model.source,
      now,
      now,
    ]),
  );
  await change(
    tx,
    `INSERT INTO offers (id, model_id, provider, upstream_model, wire, context_tokens, max_output_tokens,
                         supports, confidence, source, created_at, updated_at)
     VALUES ?
     ON DUPLICATE KEY UPDATE
       upstream_model = VALUES(upstream_model), wire = VALUES(wire), context_tokens = VALUES(context_tokens),
       max_output_tokens = VALUES(max_output_tokens), supports = VALUES(supports),
       confidence = VALUES(confidence), source = VALUES(source), updated_at = VALUES(updated_at)`,
    [rows],
  );
}

async function putPrices(tx: Tx, now: Date): Promise<void> {
  const ids = await selectRows<{ id: string; modelId: string; provider: string }>(
    tx,
    'SELECT id, model_id AS modelId, provider FROM offers',
  );
  const idOf = new Map(ids.map(({ id, modelId, provider }) => [`${modelId} ${provider}`, id]));
  const rows = SEED_MODELS.flatMap((model) =>
    model.offers.flatMap((offer) =>
      offer.prices.map((price): SqlValue => [
        randomUUID(),
        idOf.get(`${model.id} ${offer.provider}`) ?? null,
        new Date(price.from ?? FIRST_PRICES),
        price.until ? new Date(price.until) : null,
        writeRules(rulesOf(price)),
        offer.source ?? model.source,
        offer.confidence ?? model.confidence,
        now,
      ]),
    ),
  );
  await change(
    tx,
    `INSERT INTO offer_prices (id, offer_id, valid_from, valid_until, rules, source, confidence, created_at)
     VALUES ?
     ON DUPLICATE KEY UPDATE id = id`,
    [rows],
  );
}

/** `maker/name` without the maker, unless the provider has its own name for the model. */
function upstreamOf({ id }: SeedModel, { upstream }: SeedOffer): string {
  return upstream ?? id.slice(id.indexOf('/') + 1);
}
