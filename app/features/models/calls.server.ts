import { z } from 'zod';
import { ENDPOINT_FACTS, ENDPOINTS, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { listModels } from '#app/core/catalogue/models.ts';
import { listOffers, listOwnOffers } from '#app/core/catalogue/offers.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { config } from '#app/core/platform/config.ts';
import { isUserProvided } from '#app/core/providers/key-credentials.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** What the specification says of an endpoint: whether each person brings a key of their own. */
interface EndpointConfig {
  userProvide: boolean;
}

/** GET /api/endpoints: the endpoints that can be talked to, in the order in which a new conversation looks for one. */
export const endpointsCall = endpoint({ auth: 'user' }, async () => {
  const offered = Object.keys(await modelIds());
  return Object.fromEntries(
    offered.map((name): [string, EndpointConfig] => [name, { userProvide: isUserProvided(name, config()) }]),
  );
});

/** GET /api/models: the ids of the models on offer, by endpoint, in the operator's order. */
export const modelsCall = endpoint({ auth: 'user' }, modelIds);

/**
 * What would answer a send now: models with a price, of the endpoints that are served. An endpoint without one is
 * not there.
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

/** Those that the operator's keys open, and those that keys of people do. */
async function offersFor(model: string, endpoint: Endpoint, at: Date) {
  const own = await listOwnOffers(AUTOCOMMIT, { model, endpoint }, at);
  return [...own, ...(await listOffers(AUTOCOMMIT, model, at))];
}

const tokenizerSpec = { auth: 'user', counts: 'quote', body: z.object({ arg: z.string() }) } as const;

/** POST /api/tokenizer: how many tokens a text has, by the tokenizer that OpenAI's current models use. */
export const tokenizerCall = endpoint(tokenizerSpec, async ({ body, user, context }) => ({
  count: await countTokens(body.arg, 'o200k', { owner: user.id, signal: context.closed }),
}));
