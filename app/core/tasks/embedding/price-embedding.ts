import { AppError } from '#app/contracts/errors.ts';
import { ignoredInEmbedding, MOST_INPUT_TOKENS } from '#app/contracts/openai/embedding-request.ts';
import { routeCall } from '#app/core/routing/route-call.ts';
import type { EmbeddingCall } from '#app/core/targets/call/api-call.ts';
import { countInputs } from './count-inputs.ts';
import { estimateInputs, spreadInputs } from './estimate-inputs.ts';
import { leavingOut, type PricedCall } from '#app/core/tasks/price/priced-candidate.ts';
import { recordRouting } from '#app/core/generation/record/routing-record.ts';

/**
 * Routes and prices a call for vectors: the offers that may serve it, in the order in which they are asked. Only what
 * goes in is paid for.
 * @throws AppError for everything that cannot be asked
 */
export async function priceEmbedding(
  { body, key, userId, signal }: Pick<EmbeddingCall, 'body' | 'key' | 'userId' | 'signal'>,
  at: Date,
): Promise<PricedCall> {
  const counts = new Map<string, ReturnType<typeof countInputs>>();
  const countOnce = (tokenizer: string) => {
    const count =
      counts.get(tokenizer) ??
      countInputs(body.input, tokenizer, { owner: userId, signal, atMost: MOST_INPUT_TOKENS });
    counts.set(tokenizer, count);
    return count;
  };
  const route = await routeCall({
    models: [body.model],
    allowedModels: key.models,
    preferences: body.provider ?? {},
    needs: { modalities: ['text-to-embedding'], capabilities: [], parameters: [] },
    count: async (tokenizer) => inBounds((await countOnce(tokenizer)).total),
    countLongest: async (tokenizer) => (await countOnce(tokenizer)).longest,
    at,
  });
  const ignored = ignoredInEmbedding(body);
  const spread = spreadInputs(body.input);
  const candidates = route.offers.map((offer) => ({
    offer: leavingOut(offer, ignored),
    estimate: estimateInputs(offer, { input: body.input, spread, at }),
  }));
  return { candidates, routing: recordRouting([body.model], route) };
}

function inBounds(tokens: number): number {
  if (tokens <= MOST_INPUT_TOKENS) return tokens;
  throw new AppError('invalid_request', {
    param: 'input',
    message: `input: at most ${MOST_INPUT_TOKENS} tokens in one call, all inputs together.`,
  });
}
