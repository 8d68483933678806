import type { Endpoint } from '#app/contracts/endpoints.ts';
import type { TokenPrice } from '#app/contracts/money.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';

/** A model as the catalogue holds it. */
export interface CatalogueEntry {
  /** Public id, `maker/model`. */
  id: string;
  endpoint: Endpoint;
  provider: string;
  /** What the provider calls it. */
  upstreamModel: string;
  name: string;
  description: string | null;
  /** Tokens of prompt and answer together. */
  contextTokens: number;
  maxOutputTokens: number;
  /** Family of tokenizers (tokenizers.ts). */
  tokenizer: string;
  /** `2025-08`, or null where the maker does not say. */
  knowledgeCutoff: string | null;
  enabled: boolean;
  rankOrder: number;
}

/** A price as its row says; `id` is stored with every charge. */
export interface DatedPrice extends TokenPrice {
  id: string;
  modelId: string;
  validFrom: Date;
  validUntil: Date | null;
}

export interface Alias {
  modelId: string;
  /** `2026-10-23`: the first day on which it counts; null is always. */
  retiredOn: string | null;
}

/** The whole catalogue at one moment. */
export interface Snapshot {
  models: ReadonlyMap<string, CatalogueEntry>;
  aliases: ReadonlyMap<string, Alias>;
  /** Model id to its prices, the newest first. */
  prices: ReadonlyMap<string, readonly DatedPrice[]>;
}

const FRESH_MS = 1000;

let kept: { at: number; snapshot: Promise<Snapshot> } | undefined;
let last: Snapshot | undefined;

/**
 * The catalogue, at most a second old. It is some hundred rows that every call needs and nobody writes in a
 * hurry, so each process reads it once a second. Inside a transaction a fresh copy is kept for nobody else.
 */
export async function readSnapshot(tx: Tx): Promise<Snapshot> {
  const now = Date.now();
  if (kept && now - kept.at < FRESH_MS) return kept.snapshot;
  if (tx !== AUTOCOMMIT) return load(tx);
  const mine = { at: now, snapshot: load(tx) };
  kept = mine;
  try {
    const snapshot = await mine.snapshot;
    if (kept === mine) last = snapshot;
    return snapshot;
  } catch (error) {
    if (kept === mine) kept = undefined;
    throw error;
  }
}

/**
 * The newest copy that this process has read, however old. For what does not change once it is written: a
 * reply that ends while the database is away is still charged at its price.
 */
export function lastSnapshot(): Snapshot | undefined {
  return last;
}

/** Reads again, because something that must be there is not in the kept copy. */
export async function rereadSnapshot(tx: Tx): Promise<Snapshot> {
  kept = undefined;
  return readSnapshot(tx);
}

/** Drops every copy: whoever changes the catalogue calls it, so that its own process sees the change. */
export function forgetSnapshot(): void {
  kept = undefined;
  last = undefined;
}

type ModelRow = Omit<CatalogueEntry, 'enabled'> & { enabled: number };
type AliasRow = Alias & { alias: string };
type PriceRow = Omit<DatedPrice, 'inputPico' | 'cachedInputPico' | 'outputPico'> & {
  inputPico: string;
  cachedInputPico: string | null;
  outputPico: string;
};

async function load(tx: Tx): Promise<Snapshot> {
  // One after the other: a transaction has one connection.
  const models = await selectRows<ModelRow>(
    tx,
    `SELECT id, endpoint, provider, upstream_model AS upstreamModel, name, description,
            context_tokens AS contextTokens, max_output_tokens AS maxOutputTokens, tokenizer,
            knowledge_cutoff AS knowledgeCutoff, enabled, rank_order AS rankOrder
       FROM models ORDER BY rank_order, id`,
  );
  const aliases = await selectRows<AliasRow>(
    tx,
    "SELECT alias, model_id AS modelId, DATE_FORMAT(retired_on, '%Y-%m-%d') AS retiredOn FROM model_aliases",
  );
  const prices = await selectRows<PriceRow>(
    tx,
    `SELECT id, model_id AS modelId, valid_from AS validFrom, valid_until AS validUntil,
            input_pico AS inputPico, cached_input_pico AS cachedInputPico, output_pico AS outputPico
       FROM prices ORDER BY valid_from DESC`,
  );
  return {
    models: new Map(models.map((row) => [row.id, { ...row, enabled: Number(row.enabled) === 1 }])),
    aliases: new Map(aliases.map(({ alias, ...row }) => [alias, row])),
    prices: groupPrices(prices),
  };
}

function groupPrices(rows: readonly PriceRow[]): Map<string, DatedPrice[]> {
  const prices = new Map<string, DatedPrice[]>();
  for (const row of rows) {
    const price: DatedPrice = {
      ...row,
      inputPico: BigInt(row.inputPico),
      cachedInputPico: row.cachedInputPico === null ? null : BigInt(row.cachedInputPico),
      outputPico: BigInt(row.outputPico),
    };
    const known = prices.get(row.modelId);
    if (known) known.push(price);
    else prices.set(row.modelId, [price]);
  }
  return prices;
}
