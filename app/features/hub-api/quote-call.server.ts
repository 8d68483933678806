import { z } from 'zod';
import { costOf } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import { toDollars, type Micro } from '#app/contracts/money.ts';
import type { QuoteAnswer } from '#app/contracts/openai/answers/account-answers.ts';
import { chatRequest } from '#app/contracts/openai/chat-request.ts';
import { embeddingRequest, MAX_EMBEDDING_VALUES } from '#app/contracts/openai/embedding.ts';
import { imageRequest } from '#app/contracts/openai/image-request.ts';
import { withOneReasoning } from '#app/contracts/openai/reasoning.ts';
import type { KeyHolder } from '#app/core/api-keys/known-keys.ts';
import { findModel } from '#app/core/catalogue/models.ts';
import type { Turn } from '#app/core/platform/concurrency.ts';
import type { Ask, ImageOrderBody } from '#app/core/targets/ask.ts';
import type { PricedCandidate } from '#app/core/tasks/price.ts';
import { priceAsk } from '#app/core/tasks/table.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { validate } from '#app/http/body/validate.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { imageCallBody, readJsonEdit } from './media/image-request.server.ts';
import { readJsonVideo } from './media/video-request.server.ts';
import { toWireTariff } from './wire-price.ts';

/** The same limit as for the calls themselves: the body includes images. */
const MAX_BYTES = 20 * 1024 * 1024;

/** The body of any call that can be priced; its fields decide which contract it must meet. */
const anyCall = z.looseObject({
  input: z.unknown().optional(),
  messages: z.unknown().optional(),
  prompt: z.unknown().optional(),
  images: z.unknown().optional(),
});

const SPEC = {
  counts: 'quote',
  body: anyCall,
  maxBytes: MAX_BYTES,
  maxValues: MAX_EMBEDDING_VALUES,
} as const;

/**
 * POST /api/v1/quote: what a call with this body can cost, without making it: nothing is held or stored. The
 * body is that of /api/v1/chat/completions; with `input` instead of `messages` that of /api/v1/embeddings;
 * with `prompt` that of /api/v1/images/generations, with `images` as well that of /api/v1/images/edits, or
 * that of /api/v1/videos if the model makes videos. The offers are in the order in which they would be tried.
 * @throws AppError any error of the call itself, except for money and the caps of the key
 */
export const quoteCall = hubEndpoint(SPEC, async ({ body, key, user, context }): Promise<QuoteAnswer> => {
  const at = new Date();
  const priced = await priceAsk(await readAsk({ body, key, user, signal: context.closed }), at);
  const candidates = priced.candidates.map((one) => ({ ...one, ...boundsOf(one, at) }));
  const [first] = candidates as [(typeof candidates)[number]];
  return {
    object: 'quote',
    input_tokens: first.estimate.promptTokens,
    max_output_tokens: first.estimate.wantedOutput,
    ...toAmounts({
      minMicro: smallest(candidates.map(({ minMicro }) => minMicro)),
      maxMicro: -smallest(candidates.map(({ maxMicro }) => -maxMicro)),
    }),
    candidates: candidates.map(({ offer, estimate, ...bounds }) => ({
      model: offer.modelId,
      provider: offer.provider,
      offer_id: offer.id,
      input_tokens: estimate.promptTokens,
      max_output_tokens: estimate.wantedOutput,
      ...toAmounts(bounds),
      parameters_left_out: offer.leftOut,
      price: { id: offer.price.id, tariff: toWireTariff(offer.price) },
    })),
  };
});

interface QuotedCall extends KeyHolder {
  body: z.output<typeof anyCall>;
  signal: AbortSignal;
}

/** @throws AppError that names the field */
async function readAsk({ body, key, user, signal }: QuotedCall): Promise<Ask> {
  const caller = { key, userId: user.id, signal };
  const turn = { account: user.id, signal };
  const isMedia = body.prompt !== undefined && body.messages === undefined;
  if (isMedia && (await makesVideos(body['model'])))
    return { task: 'video', body: (await readJsonVideo(body, turn)).body, ...caller };
  if (isMedia) return { task: 'image', body: await readImageBody(body, turn), ...caller };
  return body.input !== undefined && body.messages === undefined
    ? { task: 'embedding', body: validate(embeddingRequest, body), ...caller }
    : {
        task: 'chat',
        body: withOneReasoning(validate(chatRequest, body)),
        ...caller,
        defaultModel: user.defaultModel,
      };
}

/** An unknown model makes no videos: it is refused as an image model. */
async function makesVideos(model: unknown): Promise<boolean> {
  if (typeof model !== 'string') return false;
  const known = await findModel(AUTOCOMMIT, model).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'model_not_found') return null;
    throw error;
  });
  return known?.supports.some((way) => way.endsWith('-to-video')) ?? false;
}

async function readImageBody(body: QuotedCall['body'], turn: Turn): Promise<ImageOrderBody> {
  if (body.images === undefined) return imageCallBody(validate(imageRequest, body), { images: [] });
  const { fields, ...inputs } = await readJsonEdit(body, turn);
  return imageCallBody(fields, inputs);
}

interface Bounds {
  /** The counted prompt without a cache hit, and the shortest answer; an empty answer is free. */
  minMicro: Micro;
  /** The prompt at the highest rate that may apply, and the longest answer: the amount that a call holds. */
  maxMicro: Micro;
}

function boundsOf({ offer, estimate }: PricedCandidate, at: Date): Bounds {
  const { promptTokens, wantedMicro, wantedOutput } = estimate;
  // An image or a video that the maker refuses is free.
  if (offer.model.supports.some((way) => /-to-(?:image|video)$/.test(way)))
    return { minMicro: 0n, maxMicro: wantedMicro };
  const completionTokens = Math.min(1, wantedOutput);
  const usage = { promptTokens, cachedTokens: 0, completionTokens, reasoningTokens: 0 };
  return { minMicro: costOf(usage, offer.price, at).micro, maxMicro: wantedMicro };
}

function toAmounts({ minMicro, maxMicro }: Bounds) {
  return {
    least_micro: Number(minMicro),
    most_micro: Number(maxMicro),
    least: toDollars(minMicro),
    most: toDollars(maxMicro),
  };
}

function smallest(amounts: Micro[]): Micro {
  return amounts.reduce((min, one) => (one < min ? one : min));
}
