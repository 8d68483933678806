import { AppError } from '#app/contracts/errors.ts';
import { chatRequest } from '#app/contracts/openai/chat-request.ts';
import type { Output, Pair, PlaygroundOptions } from '#app/contracts/playground/playground.ts';
import { keepRequest } from '#app/core/generation/record/request-file.ts';
import { readHistory } from '#app/core/playground/read-history.ts';
import { planAsked } from '#app/core/tasks/chat/price-call.ts';
import { planImage } from '#app/core/tasks/image/price-image.ts';
import { planVideo } from '#app/core/tasks/video/price-video.ts';
import type { PlannedCall } from '#app/core/tasks/task.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { payingAccount } from './paying-account.ts';
import { planPriced, type Plan } from './plan.ts';

/** An answer that a pair is to give to a prompt of the playground. */
export interface CellAsk {
  cellId: string;
  generationId: string;
  playgroundId: string;
  userId: string;
  requestId: string;
  pair: Pair;
  text: string;
  output: Output;
  options: PlaygroundOptions;
  /** Position of its prompt, where that is not the last; null for a new one. */
  position: number | null;
}

/**
 * Checks, routes and prices an answer: by this provider of the model alone.
 * @throws AppError conflict while the words before still grow, and for everything that cannot be asked
 */
export async function planCell(ask: CellAsk, at = new Date()): Promise<Plan> {
  const { userId, playgroundId } = ask;
  const { task, planned } = await PLANNERS[ask.output](ask, at);
  const asker = {
    id: ask.generationId,
    target: 'cell',
    task,
    userId,
    requestId: ask.requestId,
    conversationId: playgroundId,
    replyMessageId: ask.cellId,
    endpoint: 'playground',
  };
  const plan = planPriced(planned, asker, null);
  plan.generation.accountId = await payingAccount(plan);
  // Before the row, which must never point to nothing.
  plan.generation.request = await keepRequest(plan.generation);
  return plan;
}

/** A task, and what it makes of the prompt. */
interface Planned {
  task: string;
  planned: PlannedCall;
}

/** Nobody else is asked in the place of the one who was chosen. */
const onlyBy = ({ provider }: Pair) => ({ only: [provider], allow_fallbacks: false });

/** Words, with the pair's own earlier answers before the prompt. */
async function planWords(ask: CellAsk, at: Date): Promise<Planned> {
  const { pair, userId, text, options, playgroundId, position } = ask;
  const turns = await readHistory(AUTOCOMMIT, { ...pair, playgroundId, before: position });
  if (turns.at(-1)?.isOpen)
    throw new AppError('conflict', { param: 'conversationId', message: 'The answer before still grows.' });
  const said = turns.flatMap(({ prompt, answer }) =>
    // An answer that failed before its first word has nothing to say to the model.
    answer === ''
      ? []
      : [
          { role: 'user', content: prompt },
          { role: 'assistant', content: answer },
        ],
  );
  const body = chatRequest.parse({
    ...options,
    model: pair.model,
    messages: [...said, { role: 'user', content: text }],
    stream: true,
    provider: onlyBy(pair),
  });
  const asked = { body, userId, key: { models: null }, defaultModel: null };
  return { task: 'chat', planned: await planAsked(asked, at) };
}

/** A picture, which stands for itself: no earlier answer belongs to it. */
async function planPicture({ pair, userId, text: prompt }: CellAsk, at: Date): Promise<Planned> {
  const body = {
    model: pair.model,
    provider: onlyBy(pair),
    record: { order: { prompt, count: 1 }, images: [] },
    ignored: [],
    isStreamed: true,
  };
  return { task: 'image', planned: await planImage({ body, userId, key: { models: null } }, at) };
}

/** A video, which stands for itself as a picture does. */
async function planFilm({ pair, userId, text: prompt }: CellAsk, at: Date): Promise<Planned> {
  const body = { model: pair.model, provider: onlyBy(pair), record: { order: { prompt } }, ignored: [] };
  return { task: 'video', planned: await planVideo({ body, userId, key: { models: null } }, at) };
}

const PLANNERS: Record<Output, (ask: CellAsk, at: Date) => Promise<Planned>> = {
  text: planWords,
  image: planPicture,
  video: planFilm,
};
