import { sendable } from '#app/contracts/catalogue/dialects.ts';
import type { Capability, Modality, ParameterTable } from '#app/contracts/models.ts';
import { readRules } from '#app/contracts/price.ts';
import { dialectOf } from '#app/contracts/providers.ts';
import { logger } from '#app/core/platform/logger.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';
import type { Alias, CatalogueEntry, DatedPrice, Offer, Snapshot } from './entry.ts';
import { barOf, isOpenedByKeys, offersOf } from './callable-offers.ts';

const FRESH_MS = 1000;

let cached: { at: number; snapshot: Promise<Snapshot> } | undefined;

let last: Snapshot | undefined;

type Facts = 'supports' | 'capabilities' | 'parameters';

type Flags = 'enabled' | 'featured';

type ModelRow = Omit<CatalogueEntry, Facts | Flags | 'maker'> &
  Record<Facts, string | null> &
  Record<Flags, number>;

type OfferRow = Omit<Offer, 'contextTokens' | 'maxOutputTokens' | 'supports' | 'parameters' | 'enabled'> & {
  contextTokens: number | null;
  maxOutputTokens: number | null;
  supports: string | null;
  parameters: string | null;
  enabled: number;
};

type AliasRow = Alias & { alias: string };

type PriceRow = Omit<DatedPrice, 'rules'> & { rules: string };

const MAX_REMEMBERED = 5000;

const memory = new Map<string, unknown>();

/**
 * The catalogue, at most a second old. It has a few hundred rows that every call needs and that change
 * rarely, so each process reads it once a second. A copy that is read inside a transaction is not shared.
 */
export async function readSnapshot(tx: Tx): Promise<Snapshot> {
  const now = Date.now();
  if (cached && now - cached.at < FRESH_MS) return cached.snapshot;
  if (tx !== AUTOCOMMIT) return loadSnapshot(tx);
  const mine = { at: now, snapshot: loadSnapshot(tx) };
  cached = mine;
  try {
    const snapshot = await mine.snapshot;
    if (cached === mine) last = snapshot;
    return snapshot;
  } catch (error) {
    if (cached === mine) cached = undefined;
    throw error;
  }
}

/**
 * The newest copy that this process has read, however old. For data that never changes once it is written: a
 * reply that ends while the database is unavailable is still charged at its price.
 */
export function lastSnapshot(): Snapshot | undefined {
  return last;
}

/** Reads again, because a row that must exist is missing in the cached copy. */
export async function rereadSnapshot(tx: Tx): Promise<Snapshot> {
  cached = undefined;
  return readSnapshot(tx);
}

/** Drops every copy. Functions that change the catalogue call it, so that their process sees the change. */
export function forgetSnapshot(): void {
  cached = undefined;
  last = undefined;
}

/** Reads the whole catalogue. */
async function loadSnapshot(tx: Tx): Promise<Snapshot> {
  // One after the other: a transaction has one connection.
  const modelRows = await selectRows<ModelRow>(
    tx,
    `SELECT id, endpoint, name, description, context_tokens AS contextTokens,
            max_output_tokens AS maxOutputTokens, supports, capabilities, parameters, tokenizer,
            knowledge_cutoff AS knowledgeCutoff, DATE_FORMAT(released_on, '%Y-%m-%d') AS releasedOn,
            DATE_FORMAT(shutdown_on, '%Y-%m-%d') AS shutdownOn, featured, enabled, rank_order AS rankOrder,
            source, DATE_FORMAT(read_on, '%Y-%m-%d') AS readOn, confidence
       FROM models ORDER BY rank_order, id`,
  );
  const offerRows = await selectRows<OfferRow>(
    tx,
    `SELECT id, model_id AS modelId, provider, upstream_model AS upstreamModel, wire AS dialect,
            context_tokens AS contextTokens, max_output_tokens AS maxOutputTokens, supports, parameters,
            enabled, confidence, confirmed_at AS confirmedAt, source
       FROM offers ORDER BY model_id, provider`,
  );
  const aliasRows = await selectRows<AliasRow>(
    tx,
    "SELECT alias, model_id AS modelId, DATE_FORMAT(retired_on, '%Y-%m-%d') AS retiredOn FROM model_aliases",
  );
  const priceRows = await selectRows<PriceRow>(
    tx,
    `SELECT id, offer_id AS offerId, valid_from AS validFrom, valid_until AS validUntil, rules, source, confidence
       FROM offer_prices ORDER BY valid_from DESC`,
  );
  const models = new Map(modelRows.map((row) => [row.id, toEntry(row)]));
  const offers = groupBy(
    offerRows.flatMap((row) => toOffer(row, models.get(row.modelId)) ?? []),
    'modelId',
  );
  const dated = priceRows.flatMap((row) => toPrice(row) ?? []);
  const prices = groupBy(dated, 'offerId');
  return {
    models,
    aliases: new Map(aliasRows.map(({ alias, ...row }) => [alias, row])),
    offers,
    callable: offersOf(models, offers, prices, (offer) => barOf(offer) === null),
    byOwnKey: offersOf(models, offers, prices, isOpenedByKeys),
    prices,
    priceById: new Map(dated.map((price) => [price.id, price])),
  };
}

function toEntry(row: ModelRow): CatalogueEntry {
  return {
    ...row,
    maker: row.id.slice(0, Math.max(0, row.id.indexOf('/'))),
    supports: parsed<readonly Modality[]>(row.supports) ?? ['text-to-text'],
    capabilities: parsed<readonly Capability[]>(row.capabilities) ?? [],
    parameters: parsed<ParameterTable>(row.parameters) ?? {},
    enabled: row.enabled === 1,
    featured: row.featured === 1,
  };
}

function toOffer(row: OfferRow, model: CatalogueEntry | undefined): Offer | null {
  if (!model) return null;
  return {
    ...row,
    contextTokens: row.contextTokens ?? model.contextTokens,
    maxOutputTokens: row.maxOutputTokens ?? model.maxOutputTokens,
    supports: sendable(
      row.dialect ?? dialectOf(row.provider),
      parsed<readonly Modality[]>(row.supports) ?? model.supports,
    ),
    parameters: { ...model.parameters, ...parsed<ParameterTable>(row.parameters) },
    enabled: row.enabled === 1,
  };
}

/** A row that cannot be read is not a price: calls are refused, not given away. */
function toPrice(row: PriceRow): DatedPrice | null {
  try {
    return { ...row, rules: remembered(row.rules, readRules) };
  } catch (error) {
    logger().error({ priceId: row.id, error: (error as Error).message }, 'a price cannot be read');
    return null;
  }
}

/** The same texts are read once a second: each is parsed once. */
function remembered<Value>(text: string, parse: (text: string) => Value): Value {
  let value = memory.get(text) as Value | undefined;
  if (value === undefined) {
    value = parse(text);
    if (memory.size >= MAX_REMEMBERED) memory.clear();
    memory.set(text, value);
  }
  return value;
}

function parsed<Value>(text: string | null): Value | null {
  return text === null ? null : remembered(text, (json) => JSON.parse(json) as Value);
}

function groupBy<Key extends string, Row extends Record<Key, string>>(
  rows: readonly Row[],
  key: Key,
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row[key]);
    if (group) group.push(row);
    else groups.set(row[key], [row]);
  }
  return groups;
}
