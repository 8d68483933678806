import { chatRequest } from '#app/contracts/openai/chat-request.ts';
import type { Output, Pair } from '#app/contracts/playground/playground.ts';
import { listOffers } from '#app/core/catalogue/offers.ts';
import { imageOptions } from '#app/core/providers/media/image-options.ts';
import { planAsked } from '#app/core/tasks/chat/price.ts';
import { planImage } from '#app/core/tasks/image/price.ts';
import type { PlannedCall } from '#app/core/tasks/task.ts';
import { dialectFor } from '#app/core/tasks/media/media-job.ts';
import { planVideo } from '#app/core/tasks/video/price.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { imageInput, videoInputs } from '../media/file-inputs.ts';
import type { Question } from './ask.ts';
import { loadSaid } from './load-said.ts';
import { toImageOrder, toVideoOrder } from './orders.ts';

/** A task, and what it makes of a question. */
export interface PricedQuestion {
  task: string;
  planned: PlannedCall;
}

/**
 * Checks, routes and prices a question: by this provider of the model alone. Nothing is written.
 * @throws AppError conflict while the words before still grow, and for everything that cannot be asked
 */
export function priceQuestion(question: Question, at: Date): Promise<PricedQuestion> {
  return WAYS[question.output](question, at);
}

/** Nobody else is asked in the place of the one who was chosen. */
const onlyBy = ({ provider }: Pair) => ({ only: [provider], allow_fallbacks: false });

/** Words, with the pair's own earlier answers before the prompt. */
async function priceWords(question: Question, at: Date): Promise<PricedQuestion> {
  const { pair, userId, options } = question;
  const body = chatRequest.parse({
    ...options,
    model: pair.model,
    messages: await loadSaid(question),
    stream: true,
    provider: onlyBy(pair),
  });
  const asked = { body, userId, key: { models: null }, defaultModel: null };
  return { task: 'chat', planned: await planAsked(asked, at) };
}

/** A picture, which stands for itself: no earlier answer belongs to it. */
async function pricePicture(question: Question, at: Date): Promise<PricedQuestion> {
  const { pair, userId, text, options, files } = question;
  const body = {
    model: pair.model,
    provider: onlyBy(pair),
    record: {
      order: toImageOrder(text, options, await takenBy(pair, at)),
      images: files.map(imageInput),
    },
    ignored: [],
    isStreamed: true,
  };
  return { task: 'image', planned: await planImage({ body, userId, key: { models: null } }, at) };
}

/** What of a picture the pair lets one choose. */
async function takenBy({ model, provider }: Pair, at: Date) {
  const offers = await listOffers(AUTOCOMMIT, model, at);
  const offer = offers.find((one) => one.provider === provider);
  return (offer && imageOptions(dialectFor(offer), offer.upstreamModel)?.takes) ?? [];
}

/** A video, which stands for itself as a picture does. */
async function priceFilm(question: Question, at: Date): Promise<PricedQuestion> {
  const { pair, userId, text, options, files } = question;
  const record = { order: toVideoOrder(text, options), ...videoInputs(files) };
  const body = { model: pair.model, provider: onlyBy(pair), record, ignored: [] };
  return { task: 'video', planned: await planVideo({ body, userId, key: { models: null } }, at) };
}

const WAYS: Record<Output, typeof priceWords> = { text: priceWords, image: pricePicture, video: priceFilm };
