import type { Modality } from '#app/contracts/models.ts';
import { writeRules, type PriceRule } from '#app/contracts/price.ts';
import { selectRow, write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { PriceDiff } from './diff-prices.ts';
import { modelIdOf, type Listed } from './listed.ts';

/** After every model that the seed orders. */
const LAST = 10_000;

/** Where an import's prices come from, and from when on they count. */
export interface ImportOrigin {
  source: string;
  at: Date;
}

/**
 * Writes what an import found. A changed price is a new row: the old ones stay, because charges point to them.
 * A new offer is unverified until an operator confirms its model.
 */
export async function writePrices(tx: Transaction, diff: PriceDiff, origin: ImportOrigin): Promise<void> {
  for (const { offer, rules } of diff.changed) await writePrice(tx, offer.id, rules, 'B', origin);
  for (const listed of diff.added) await writeOffer(tx, listed, origin);
}

async function writeOffer(tx: Transaction, listed: Listed, { source, at }: ImportOrigin): Promise<void> {
  const { provider, upstreamModel } = listed;
  const modelId = modelIdOf(listed);
  if (!(await selectRow(tx, 'SELECT 1 AS known FROM models WHERE id = ?', [modelId]))) {
    const kind = kindOf(listed.rules);
    await write(
      tx,
      `INSERT INTO models (id, endpoint, provider, upstream_model, name, context_tokens, max_output_tokens, supports,
                           tokenizer, rank_order, source, read_on, confidence, created_at, updated_at)
       VALUES (?)`,
      [
        [
          modelId,
          kind === 'text-to-text' ? 'openAI' : null,
          provider,
          upstreamModel,
          listed.name.slice(0, 120),
          listed.contextTokens ?? 0,
          listed.maxOutputTokens ?? Math.min(listed.contextTokens ?? 0, 16_384),
          JSON.stringify([kind]),
          'none',
          LAST,
          source,
          at.toISOString().slice(0, 10),
          'C',
          at,
          at,
        ],
      ],
    );
  }
  const offerId = newId();
  await write(
    tx,
    `INSERT INTO offers (id, model_id, provider, upstream_model, context_tokens, confidence, source, created_at, updated_at)
     VALUES (?)`,
    [[offerId, modelId, provider, upstreamModel, listed.contextTokens ?? null, 'C', source, at, at]],
  );
  await writePrice(tx, offerId, listed.rules, 'C', { source, at });
}

async function writePrice(
  tx: Transaction,
  offerId: string,
  rules: readonly PriceRule[],
  confidence: string,
  { source, at }: ImportOrigin,
): Promise<void> {
  await write(
    tx,
    'INSERT INTO offer_prices (id, offer_id, valid_from, rules, source, confidence, created_at) VALUES (?)',
    [[newId(), offerId, at, writeRules(rules), source, confidence, at]],
  );
}

function kindOf([base]: readonly PriceRule[]): Modality {
  if (base?.rates.second !== undefined) return 'text-to-video';
  return base?.rates.megapixel === undefined ? 'text-to-text' : 'text-to-image';
}
