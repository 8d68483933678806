import { z } from 'zod';
import { ENDPOINT_FACTS, ENDPOINTS, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { listModels } from '#app/core/catalogue/models.ts';
import { listOffers, listOwnOffers } from '#app/core/catalogue/offers.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { config } from '#app/core/platform/config.ts';
import { isUserProvided } from '#app/core/providers/key-credentials.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** The specification's facts of an endpoint: whether each user provides a key. */
interface EndpointConfig {
  userProvide: boolean;
}

/** GET /api/endpoints: the endpoints with models, in the order in which a new conversation tries them. */
export const endpointsCall = endpoint({ auth: 'user' }, async () => {
  const offered = Object.keys(await modelIds());
  return Object.fromEntries(
    offered.map((name): [string, EndpointConfig] => [name, { userProvide: isUserProvided(name, config()) }]),
  );
});

/** GET /api/models: the ids of the models on offer, by endpoint, in the operator's order. */
export const modelsCall = endpoint({ auth: 'user' }, modelIds);

/**
 * Ids of the models that can answer a send now: those with a price, at available endpoints. Leaves out an
 * endpoint without models.
 */
async function modelIds(): Promise<Partial<Record<Endpoint, string[]>>> {
  const lists: Partial<Record<Endpoint, string[]>> = {};
  const at = new Date();
  for (const name of ENDPOINTS) {
    const models = ENDPOINT_FACTS[name] ? await listModels(AUTOCOMMIT, name, 'anybody') : [];
    const offers = await Promise.all(models.map(({ id }) => offersFor(id, name, at)));
    const answering = models.filter((_, index) => offers[index]!.length > 0);
    if (answering.length > 0) lists[name] = answering.map(({ id }) => id);
  }
  return lists;
}

/** Offers that use the operator's keys, and offers that use users' own keys. */
async function offersFor(model: string, endpoint: Endpoint, at: Date) {
  const own = await listOwnOffers(AUTOCOMMIT, { model, endpoint }, at);
  return [...own, ...(await listOffers(AUTOCOMMIT, model, at))];
}

const tokenizerSpec = { auth: 'user', counts: 'quote', body: z.object({ arg: z.string() }) } as const;

/** POST /api/tokenizer: the number of tokens of a text, by the tokenizer of OpenAI's current models. */
export const tokenizerCall = endpoint(tokenizerSpec, async ({ body, user, context }) => ({
  count: await countTokens(body.arg, 'o200k', { owner: user.id, signal: context.closed }),
}));
