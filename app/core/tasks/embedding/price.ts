import { inputsOf, type EmbeddingInput, type EmbeddingOrder } from '#app/contracts/embedding.ts';
import { AppError } from '#app/contracts/errors.ts';
import { ignoredInEmbedding, MAX_INPUT_TOKENS } from '#app/contracts/openai/embedding.ts';
import { countEach, type CountBounds } from '#app/core/catalogue/tokens/count-tokens.ts';
import { maxTokensOf, spreadText, type TextSpread } from '#app/core/catalogue/tokens/max-tokens.ts';
import { tokenizerFamily } from '#app/core/catalogue/tokens/tokenizers.ts';
import { recordRouting } from '#app/core/generation/record/candidate.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import { routeCall } from '#app/core/routing/router.ts';
import type { Ask, EmbeddingAsk } from '#app/core/targets/ask.ts';
import { estimateCost, leavingOut, type Estimate, type PricedAsk } from '#app/core/tasks/price.ts';
import type { Input } from '#app/core/tasks/task.ts';

/** Max tokens that embedding models add to each input; OpenAI's models add none. */
const PER_INPUT = 4;

/** The request as its row stores it. */
export interface Order extends Input {
  embed: EmbeddingOrder;
}

/**
 * Routes and prices a request for vectors: the offers that may answer it, in the order in which they are tried.
 * Only the input is paid for.
 * @throws AppError for one that no offer can answer
 */
export async function priceEmbedding(ask: Ask, at: Date): Promise<PricedAsk> {
  const { body, key, userId, signal } = ask as EmbeddingAsk;
  const { input, dimensions } = body;
  const counts = new Map<string, ReturnType<typeof countInputs>>();
  const countOnce = (tokenizer: string) => {
    const count =
      counts.get(tokenizer) ??
      countInputs(input, tokenizer, { owner: userId, signal, atMost: MAX_INPUT_TOKENS });
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
  const spread = spreadInputs(input);
  const candidates = route.offers.map((offer) => ({
    offer: leavingOut(offer, ignored),
    estimate: estimateInputs(offer, { input, spread, at }),
  }));
  const request: Order = { embed: { input, ...(dimensions !== undefined && { dimensions }) } };
  return {
    candidates,
    routing: recordRouting([body.model], route),
    request,
    delivery: 'whole',
    choices: 1,
  };
}

function inBounds(tokens: number): number {
  if (tokens <= MAX_INPUT_TOKENS) return tokens;
  throw new AppError('invalid_request', {
    param: 'input',
    message: `input: at most ${MAX_INPUT_TOKENS} tokens in one call, all inputs together.`,
  });
}

/** Tokens of the inputs, without margin: of all together, and of the longest, which the window bounds. */
export async function countInputs(
  input: EmbeddingInput,
  tokenizer: string,
  bounds?: CountBounds,
): Promise<{ total: number; longest: number }> {
  const inputs = inputsOf(input);
  const texts = inputs.filter((one) => typeof one === 'string');
  const counted = texts.length > 0 ? await countEach(texts, tokenizer, bounds) : [];
  const counts = [...counted, ...inputs.flatMap((one) => (typeof one === 'string' ? [] : [one.length]))];
  let total = 0;
  let longest = 0;
  for (const tokens of counts) {
    total += tokens;
    longest = Math.max(longest, tokens);
  }
  return { total, longest };
}

/**
 * The cost that vectors for some inputs may have with an offer: only the input is paid for.
 * @param spread of all inputs (spreadInputs)
 * @throws AppError price_unknown
 */
export function estimateInputs(
  { price, promptTokens, model: { tokenizer } }: RoutedOffer,
  { input, spread, at }: { input: EmbeddingInput; spread: TextSpread; at: Date },
): Estimate {
  const marks = tokenizerFamily(tokenizer).isOwn ? 0 : PER_INPUT * inputsOf(input).length;
  const maxPromptTokens = maxTokensOf(spread, promptTokens, tokenizer) + marks;
  return estimateCost(price, { promptTokens, maxPromptTokens, cap: 0, room: 0, at });
}

/** The spread of the text inputs; inputs that are already tokens were counted by their caller. */
export function spreadInputs(input: EmbeddingInput): TextSpread {
  const spread = { letters: 0, others: 0 };
  for (const one of inputsOf(input)) if (typeof one === 'string') spreadText(one, spread);
  return spread;
}
