import { AppError } from '#app/contracts/errors.ts';
import { parseSize, type ImageOrder } from '#app/contracts/media/image.ts';
import type { VideoOrder } from '#app/contracts/media/video.ts';
import { chatRequest } from '#app/contracts/openai/chat-request.ts';
import type { PlaygroundOptions } from '#app/contracts/playground/options.ts';
import { writePair, type Output, type Pair, type PairQuote } from '#app/contracts/playground/playground.ts';
import { listOffers } from '#app/core/catalogue/offers.ts';
import { imageOptions, type ImageOptions } from '#app/core/providers/media/image-options.ts';
import type { Ask } from '#app/core/targets/ask.ts';
import { dialectFor } from '#app/core/tasks/media/media-job.ts';
import { priceAsk } from '#app/core/tasks/table.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { imageInput, videoInputs } from './files.ts';
import { toPlan, type Plan } from './plan.ts';
import { loadMessages, type CellAsk, type Question } from './question.ts';

type WithoutUndefined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/**
 * Routes and prices an answer of a pair, by this provider of the model alone. Writes nothing.
 * @throws AppError conflict while the previous answer is still running, and for every question that cannot be
 *   admitted
 */
export async function planCell(ask: CellAsk, at = new Date()): Promise<Plan> {
  const request = await toAsk(ask, at);
  const origin = {
    id: ask.generationId,
    target: 'cell',
    task: request.task,
    userId: ask.userId,
    requestId: ask.requestId,
    conversationId: ask.playgroundId,
    replyMessageId: ask.cellId,
    endpoint: 'playground',
  };
  return toPlan(await priceAsk(request, at), origin, null);
}

function toAsk(question: Question, at: Date): Promise<Ask> {
  return ASKS[question.output](question, at);
}

/** No failover: only the chosen provider answers. */
const onlyBy = ({ provider }: Pair) => ({ only: [provider], allow_fallbacks: false });

/** A text answer, with the pair's earlier answers before the prompt. */
async function askText(question: Question): Promise<Ask> {
  const { pair, userId, options } = question;
  const body = chatRequest.parse({
    ...options,
    model: pair.model,
    messages: await loadMessages(question),
    stream: true,
    provider: onlyBy(pair),
  });
  return { task: 'chat', body, userId, key: { models: null }, defaultModel: null };
}

/** An image; earlier answers are not part of its input. */
async function askImage(question: Question, at: Date): Promise<Ask> {
  const { pair, userId, text, options, files } = question;
  const body = {
    model: pair.model,
    provider: onlyBy(pair),
    record: {
      order: toImageOrder(text, options, await supportedBy(pair, at)),
      images: files.map(imageInput),
    },
    ignored: [],
    isStreamed: true,
  };
  return { task: 'image', body, userId, key: { models: null } };
}

/** Image options that the pair supports. */
async function supportedBy({ model, provider }: Pair, at: Date) {
  const offers = await listOffers(AUTOCOMMIT, model, at);
  const offer = offers.find((one) => one.provider === provider);
  return (offer && imageOptions(dialectFor(offer), offer.upstreamModel)?.takes) ?? [];
}

/** A video; earlier answers are not part of its input. */
async function askVideo(question: Question): Promise<Ask> {
  const { pair, userId, text, options, files } = question;
  const record = { order: toVideoOrder(text, options), ...videoInputs(files) };
  const body = { model: pair.model, provider: onlyBy(pair), record, ignored: [] };
  return { task: 'video', body, userId, key: { models: null } };
}

const ASKS: Record<Output, (question: Question, at: Date) => Promise<Ask>> = {
  text: askText,
  image: askImage,
  video: askVideo,
};

/**
 * Converts the playground's form to an image order. Previews are left out if the model does not support them,
 * or for several images: the result is the same.
 * @param takes options that the pair supports
 */
export function toImageOrder(
  prompt: string,
  options: PlaygroundOptions,
  takes: ImageOptions['takes'],
): ImageOrder {
  const { n = 1, quality, background, output_format: outputFormat, partial_images: partials } = options;
  const partialImages = n === 1 && takes.includes('partialImages') ? partials : undefined;
  return {
    prompt,
    count: n,
    ...withoutUndefined({ ...shared(options), quality, background, outputFormat, partialImages }),
  };
}

/** Converts the playground's form to a video order. */
export function toVideoOrder(prompt: string, options: PlaygroundOptions): VideoOrder {
  const { seconds, sound } = options;
  return {
    prompt,
    ...withoutUndefined({
      ...shared(options),
      seconds,
      sound: sound === undefined ? undefined : sound === 'yes',
    }),
  };
}

function shared({ size, resolution, seed, ...options }: PlaygroundOptions) {
  return {
    size: parseSize(size),
    aspectRatio: options.aspect_ratio,
    resolution,
    seed,
    negativePrompt: options.negative_prompt,
  };
}

/** Removes undefined fields: adapters act on every field that is present. */
function withoutUndefined<Fields extends object>(fields: Fields): WithoutUndefined<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<Fields>;
}

/** Max cost of a prompt with each of its pairs, in their order. Writes and holds nothing. */
export function quotePrompt(
  question: Omit<Question, 'pair' | 'position'>,
  pairs: readonly Pair[],
): Promise<PairQuote[]> {
  const at = new Date();
  return Promise.all(
    pairs.map(async (pair): Promise<PairQuote> => {
      const named = { pair: writePair(pair) };
      try {
        const { candidates } = await priceAsk(await toAsk({ ...question, pair, position: null }, at), at);
        const [first] = candidates;
        return { ...named, mostMicro: first ? String(first.estimate.wantedMicro) : null, why: null };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { ...named, mostMicro: null, why: error.message };
      }
    }),
  );
}
