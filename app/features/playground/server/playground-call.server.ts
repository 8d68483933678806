import { z } from 'zod';
import type { ListedModel } from '#app/contracts/catalogue/listing.ts';
import { ROOT_ID } from '#app/contracts/chat.ts';
import { AppError, errorBody } from '#app/contracts/errors.ts';
import { MAX_PROMPT_FILES } from '#app/contracts/files/file-types.ts';
import { START_CURSOR } from '#app/contracts/generation.ts';
import type { Modality } from '#app/contracts/models.ts';
import { MAX_PAIRS, OUTPUTS, type Output } from '#app/contracts/playground/playground.ts';
import { readListing } from '#app/core/catalogue/listing.ts';
import { viewFile } from '#app/core/files/records/file-record.ts';
import { filesOfGenerations } from '#app/core/files/records/owned-files.ts';
import type { AdmittedCell } from '#app/core/generation/admit/cells.ts';
import { admitPrompt } from '#app/core/generation/admit/prompt.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { consumeQuota } from '#app/core/limits/quotas.ts';
import { findCell, openPlayground } from '#app/core/playground/playgrounds.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { errorSentence } from '#app/http/error-response.ts';
import { sseResponse, type SseEvent } from '#app/http/response/sse-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const MAX_BODY_BYTES = 4 * 1024 * 1024;

const body = z.object({
  /** The id of a model in the catalogue. */
  model: z.string().min(1).max(160),
  /** Each provider is called. By its id, or by its name as the catalogue shows it. */
  providers: z.array(z.string().min(1).max(80)).min(1).max(MAX_PAIRS),
  /** The prompt. */
  messages: z.string(),
  /** An id that the client makes, or one from a response. An unknown id begins a new conversation. */
  conversationId: z.string().max(64).nullish(),
  /** An answer (`responseId`) of the conversation that the prompt follows; zeros for none. */
  parentMessageId: z.string().max(64).nullish(),
  /** Ids of uploaded files: images, or a video to change. */
  files: z.array(z.string().max(64)).max(MAX_PROMPT_FILES).optional(),
});

/**
 * POST /api/playground: calls a model at each of the given providers, and returns their texts as an event
 * stream. An error is reported by the status, or by an event when another provider answers. The runs do not
 * depend on this connection.
 */
export const playgroundEndpoint = endpoint(
  { auth: 'user', counts: 'message', body, maxBytes: MAX_BODY_BYTES, stream: true },
  async ({ user, body: input, context }) => {
    const userId = user.id;
    const { parentMessageId, files = [] } = input;
    const text = input.messages.trim();
    if (text === '' && files.length === 0)
      throw new AppError('invalid_request', { param: 'messages', message: 'messages is required.' });
    const { byId } = await readListing();
    const model = byId.get(input.model);
    const providers = [...new Set(input.providers.map((name) => providerNamed(name, model)))];
    const playgroundId = input.conversationId
      ? await openPlayground(AUTOCOMMIT, { userId, clientId: input.conversationId, titleText: text })
      : null;
    if (parentMessageId && parentMessageId !== ROOT_ID)
      await requireParent(userId, playgroundId ?? '', parentMessageId);
    // The request itself counts as the first call.
    for (const _ of providers.slice(1))
      await consumeQuota({ userId, keyId: null, address: context.clientAddress });
    const { promptId, cells, ...admitted } = await admitPrompt({
      userId,
      requestId: context.requestId,
      playgroundId,
      text,
      output: outputOfModel(model?.supports ?? []),
      pairs: providers.map((provider) => ({ model: input.model, provider })),
      clientId: null,
      files,
      options: {},
      isBlind: false,
    });
    const [first] = cells;
    if (!first || cells.every(({ error }) => error)) throw first?.error ?? new AppError('internal');
    const conversationId = input.conversationId ?? admitted.playgroundId;
    return sseResponse(
      context,
      (signal) => promptEvents({ userId, conversationId, promptId, cells }, signal),
      {
        // The answers continue: the conversation shows them.
        cut: (error) => ({ event: 'error', data: { ...errorBody(error), promptId, conversationId } }),
      },
    );
  },
);

/** A prompt as its client knows it, with the client's own id of the conversation. */
interface AnsweredPrompt {
  userId: string;
  conversationId: string;
  promptId: string;
  cells: readonly AdmittedCell[];
}

/**
 * Finds a provider of a model by its id, or by its name as the catalogue shows it. For a model that is not in
 * the catalogue it returns the name: the admission rejects that model.
 * @throws AppError invalid_request for `providers`, with the names of the model's providers
 */
function providerNamed(name: string, model: ListedModel | undefined): string {
  if (!model) return name;
  const wanted = name.toLowerCase();
  const offer = model.offers.find(
    ({ provider, name: shown }) => provider === wanted || shown.toLowerCase() === wanted,
  );
  if (offer) return offer.provider;
  const others = model.offers.map(({ name: shown }) => shown).join(', ');
  throw new AppError('invalid_request', {
    param: 'providers',
    message: `providers: ${name} does not serve ${model.id}. It is served by: ${others}.`,
  });
}

async function requireParent(userId: string, playgroundId: string, cellId: string): Promise<void> {
  try {
    await findCell(AUTOCOMMIT, { userId, playgroundId, cellId });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const message = 'parentMessageId names no answer of this conversation.';
    throw new AppError('invalid_request', { param: 'parentMessageId', message });
  }
}

/** Returns text for a model that writes, whatever else it makes. */
function outputOfModel(supports: readonly Modality[]): Output {
  return OUTPUTS.find((output) => supports.some((way) => way.endsWith(`-to-${output}`))) ?? 'text';
}

/**
 * Yields the events of all answers to a prompt as they arrive, each with its `responseId`. Ends with the last
 * answer.
 */
async function* promptEvents(prompt: AnsweredPrompt, signal: AbortSignal): AsyncIterable<SseEvent> {
  const answers = prompt.cells.map((cell) => cellEvents(cell, prompt, signal)[Symbol.asyncIterator]());
  const coming = new Map(answers.map((answer) => [answer, answer.next()]));
  while (coming.size > 0) {
    const [answer, { done, value }] = await Promise.race(
      [...coming].map(async ([one, next]) => [one, await next] as const),
    );
    if (done) coming.delete(answer);
    else {
      coming.set(answer, answer.next());
      yield value;
    }
  }
}

/**
 * Each event has a piece of text; the last one has the images or the video, and the state and the cost, or
 * the error.
 */
async function* cellEvents(
  { cellId: responseId, generationId, error: refusal }: AdmittedCell,
  { userId, conversationId, promptId }: AnsweredPrompt,
  signal: AbortSignal,
): AsyncIterable<SseEvent> {
  const ids = { responseId, promptId, conversationId, generationId };
  const textEvent = (more: object): SseEvent => ({
    data: { text: '', images: [], video: null, ...ids, ...more },
  });
  const errorEvent = (error: AppError, more: object): SseEvent => ({
    event: 'error',
    data: { ...errorBody(error), ...ids, ...more },
  });
  if (refusal) {
    yield errorEvent(refusal, { state: 'refused' });
    return;
  }
  yield textEvent({ created: true });
  for await (const { event } of readReply({ generationId, cursor: START_CURSOR, signal })) {
    if (event.type === 'text') yield textEvent({ text: event.text });
    if (event.type !== 'end') continue;
    const { state, errorCode, errorDetail, costMicro } = event;
    if (errorCode === null) {
      yield textEvent({ ...(await madeOf(userId, generationId)), final: true, state, costMicro });
    } else {
      const message = errorDetail ?? errorSentence(errorCode);
      yield errorEvent(new AppError(errorCode, { message }), { state, costMicro });
    }
  }
}

/** Returns the images and the video that were made, with the field names of the specification. */
async function madeOf(userId: string, generationId: string) {
  const made = await filesOfGenerations(AUTOCOMMIT, { userId, generationIds: [generationId] });
  const files = (made.get(generationId) ?? []).map(viewFile);
  const [video] = files.filter(({ type }) => type.startsWith('video/'));
  return {
    images: files
      .filter(({ type }) => type.startsWith('image/'))
      .map(({ url, width, height }) => ({ url, width, height })),
    video: video
      ? {
          url: video.url,
          content_type: video.type,
          width: video.width,
          height: video.height,
          duration: video.duration,
        }
      : null,
  };
}
