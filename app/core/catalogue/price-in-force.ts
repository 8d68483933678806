import { AppError } from '#app/contracts/errors.ts';
import type { Tx } from '#db/transaction.ts';
import { readSnapshot, type DatedPrice, type Snapshot } from './snapshot.ts';

/**
 * The price of a model at a moment: the newest row that has begun and has not ended.
 * @throws AppError price_unknown when there is none; an unknown price is never zero
 */
export async function priceInForce(tx: Tx, modelId: string, at: Date): Promise<DatedPrice> {
  const price = priceAt(await readSnapshot(tx), modelId, at);
  if (price) return price;
  throw new AppError('price_unknown', { param: 'model', message: `The price of ${modelId} is not known.` });
}

/** As `priceInForce`, but undefined where there is no price. */
export function priceAt({ prices }: Snapshot, modelId: string, at: Date): DatedPrice | undefined {
  return prices
    .get(modelId)
    ?.find(({ validFrom, validUntil }) => validFrom <= at && (validUntil === null || at < validUntil));
}
