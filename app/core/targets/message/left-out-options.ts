import { fieldsOf } from '#app/contracts/endpoints/options.ts';
import { factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { mediaMadeBy, type ModelParameter } from '#app/contracts/models.ts';
import { yieldsAmong, type OptionYields } from '#app/contracts/endpoints/option-yields.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { listOffers, listOwnOffers, type PricedOffer } from '#app/core/catalogue/offers/list-offers.ts';
import { answersFor } from '#app/core/catalogue/served-by.ts';
import { readSnapshot } from '#app/core/catalogue/snapshot.ts';
import { refusedParameters } from '#app/core/routing/refused-parameters.ts';
import type { Tx } from '#db/transaction.ts';
import { parameterOf } from './chat-options.ts';

interface Place {
  endpoint: Endpoint;
  /** The id of the model that answers. */
  model: string;
}

/** The options of a model, by our names, that reach none of those who serve it. */
export interface OptionLimits {
  /** Whatever their values are. */
  refused: string[];
  /** Beside which others. */
  yields: OptionYields;
}

/** The one option that holds for pictures and videos, too: the name over the answer. */
const OF_MEDIA = 'modelLabel';

/** The limits of a model's options, by all who answer with it for an endpoint: on the operator's keys, else on people's. */
export async function optionLimits(tx: Tx, { endpoint, model }: Place): Promise<OptionLimits> {
  const facts = factsOf(endpoint);
  if (!facts) return { refused: [], yields: {} };
  const at = new Date();
  const entry = (await readSnapshot(tx)).models.get(model);
  // A conversation may be older than the catalogue knows.
  if (!entry) return { refused: [], yields: {} };
  const options = fieldsOf(facts, model).map(({ option }) => option);
  if (entry.endpoint === null && mediaMadeBy(entry.supports) !== null)
    return { refused: options.filter((option) => option !== OF_MEDIA), yields: {} };
  const all = await listOffers(tx, model, at);
  const served = all.filter((offer) => answersFor(endpoint, offer));
  const offers = served.length > 0 ? served : await listOwnOffers(tx, { model, endpoint }, at);
  const isRefused = (option: string) => {
    const name = parameterOf(option);
    if (name === 'reasoning_effort' && !entry.capabilities.includes('reasoning')) return true;
    if (name === undefined || offers.length === 0) return false;
    return offers.every((offer) => refusedParameters(offer, [name]).length > 0);
  };
  const refused = options.filter(isRefused);
  const left = options.filter((option) => !refused.includes(option));
  return {
    refused,
    yields: Object.fromEntries(
      left.flatMap((option) => {
        const others = left.filter((other) => offers.length > 0 && offers.every(yieldsTo(option, other)));
        return others.length === 0 ? [] : [[option, others] as const];
      }),
    ),
  };
}

/** Whether an offer leaves one option out for the sake of another. */
function yieldsTo(option: string, other: string): (offer: PricedOffer) => boolean {
  const [name, otherName] = [parameterOf(option), parameterOf(other)] as ModelParameter[];
  return ({ parameters }) => {
    const range = name !== undefined && parameters[name];
    return Boolean(range && otherName !== undefined && range.yieldsTo?.includes(otherName));
  };
}

/** The options that no model is told although they are set, or would be by default. */
export async function leftOutOptions(tx: Tx, place: Place, parameters: SendParameters): Promise<string[]> {
  const { refused, yields } = await optionLimits(tx, place);
  return [...refused, ...yieldsAmong(yields, parameters)];
}
