import { z } from 'zod';
import { ENDPOINTS, type Endpoint } from '#app/contracts/endpoints.ts';
import { countTokens } from '#app/core/catalogue/count-tokens.ts';
import { listModels } from '#app/core/catalogue/list-models.ts';
import { endpoint } from '#app/http/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** What the specification says of an endpoint: whether each person brings a key of their own. */
interface EndpointConfig {
  userProvide: boolean;
}

/** GET /api/endpoints: the endpoints that can be talked to, in the order in which a new conversation looks for one. */
export const endpointsCall = endpoint({ auth: 'user' }, async () => {
  const offered = Object.keys(await modelIds());
  return Object.fromEntries(offered.map((name): [string, EndpointConfig] => [name, { userProvide: false }]));
});

/** GET /api/models: the ids of the models on offer, by endpoint, in the operator's order. */
export const modelsCall = endpoint({ auth: 'user' }, modelIds);

/** An endpoint without a model on offer is not there. */
async function modelIds(): Promise<Partial<Record<Endpoint, string[]>>> {
  const lists: Partial<Record<Endpoint, string[]>> = {};
  for (const name of ENDPOINTS) {
    const models = await listModels(AUTOCOMMIT, name);
    if (models.length > 0) lists[name] = models.map(({ id }) => id);
  }
  return lists;
}

const tokenizerBody = z.object({ arg: z.string() });

/** POST /api/tokenizer: how many tokens a text has, by the tokenizer that OpenAI's current models use. */
export const tokenizerCall = endpoint({ auth: 'user', body: tokenizerBody }, async ({ body }) => ({
  count: await countTokens(body.arg, 'o200k'),
}));
