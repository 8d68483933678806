import type { AnsweringKey } from '#app/contracts/endpoints/own-keys.ts';
import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { answersFor } from '../served-by.ts';
import { listOffers, listOwnOffers, type PricedOffer } from './list-offers.ts';

interface Answering {
  key: AnsweringKey;
  /** The offers that it opens; of a missing one, those that it would. */
  offers: PricedOffer[];
}

/**
 * Who answers a person with a model of an endpoint of the chat. A key of one's own is used where there is one for the
 * endpoint and it opens an offer of the model, else the operator's.
 * @param ownKeys the endpoints that the person has a key for
 */
export async function answeringOffers(
  { model, endpoint, ownKeys }: { model: string; endpoint: Endpoint; ownKeys: ReadonlySet<string> },
  at: Date,
): Promise<Answering> {
  const own = await listOwnOffers(AUTOCOMMIT, { model, endpoint }, at);
  if (own.length > 0 && ownKeys.has(endpoint)) return { key: 'own', offers: own };
  const offers = (await listOffers(AUTOCOMMIT, model, at)).filter((offer) => answersFor(endpoint, offer));
  return own.length > 0 && offers.length === 0
    ? { key: 'missing', offers: own }
    : { key: 'operator', offers };
}
