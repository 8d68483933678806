import { isUnverified, type Confidence } from '#app/contracts/models.ts';
import { change } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { priceAt, type CatalogueEntry, type Offer, type Snapshot } from './entry.ts';
import { describeRules } from './import/price-diff.ts';
import { forgetSnapshot, readSnapshot } from './snapshot.ts';

/** A model with unconfirmed offers: known only from unverified sources. */
export interface UnconfirmedModel {
  id: string;
  name: string;
  offers: {
    provider: string;
    confidence: Confidence;
    /** The price in force in one line; null when none is known. */
    price: string | null;
    source: string;
  }[];
}

/** The models without an operator's confirmation, by their ids. */
export async function listUnconfirmed(tx: Tx, now = new Date()): Promise<UnconfirmedModel[]> {
  const snapshot = await readSnapshot(tx);
  return [...snapshot.models.values()]
    .flatMap((model) => toUnconfirmed(snapshot, model, now) ?? [])
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

function toUnconfirmed(
  { offers, prices }: Snapshot,
  { id, name }: CatalogueEntry,
  now: Date,
): UnconfirmedModel | null {
  const waiting = (offers.get(id) ?? []).filter(isWaiting);
  if (waiting.length === 0) return null;
  return {
    id,
    name,
    offers: waiting.map((offer) => {
      const price = priceAt(prices.get(offer.id), now);
      const { provider, confidence, source } = offer;
      return { provider, confidence, price: price ? describeRules(price.rules) : null, source };
    }),
  };
}

function isWaiting({ enabled, confidence, confirmedAt }: Offer): boolean {
  return enabled && isUnverified(confidence) && confirmedAt === null;
}

/**
 * Confirms a model: the operator takes responsibility for its facts from unverified sources, and its offers
 * can be called.
 * @returns number of offers that were confirmed now
 */
export async function confirmModel(tx: Tx, modelId: string): Promise<number> {
  const confirmed = await change(
    tx,
    `UPDATE offers SET confirmed_at = NOW(3), updated_at = NOW(3)
      WHERE model_id = ? AND confidence IN ('C', 'D') AND confirmed_at IS NULL`,
    [modelId],
  );
  await change(tx, 'UPDATE models SET enabled = 1, updated_at = NOW(3) WHERE id = ?', [modelId]);
  forgetSnapshot();
  return confirmed;
}
