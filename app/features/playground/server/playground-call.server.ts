import { z } from 'zod';
import { AppError, errorBody } from '#app/contracts/errors.ts';
import { PROMPT_FILES_MOST } from '#app/contracts/files/file-types.ts';
import { START_CURSOR } from '#app/contracts/generation.ts';
import type { Modality } from '#app/contracts/models.ts';
import { OUTPUTS, type Output } from '#app/contracts/playground/playground.ts';
import { readListing } from '#app/core/catalogue/listing/read-listing.ts';
import { filesOfGenerations } from '#app/core/files/records/files-of-generations.ts';
import { viewFile } from '#app/core/files/records/view-file.ts';
import { admitPrompt, type AdmittedPrompt } from '#app/core/generation/admit/admit-prompt.ts';
import { readReply } from '#app/core/generation/stream/read-reply.ts';
import { findCell } from '#app/core/playground/find.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { errorSentence } from '#app/http/errors/error-sentence.ts';
import { sseResponse, type SseEvent } from '#app/http/response/sse-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const MAX_BODY_BYTES = 4 * 1024 * 1024;

const body = z.object({
  /** The id of a model in the catalogue. */
  model: z.string().min(1).max(160),
  /** Who serves it: a call is of one pair. */
  providers: z.array(z.string().min(1).max(40)).length(1),
  /** The prompt. */
  messages: z.string(),
  /** Begins a new conversation where it is not given. */
  conversationId: z.string().max(64).nullish(),
  /** An answer (`responseId`) of the conversation that the prompt follows. */
  parentMessageId: z.string().max(64).nullish(),
  /** Ids of uploaded files: pictures, or a video to change. */
  files: z.array(z.string().max(64)).max(PROMPT_FILES_MOST).optional(),
});

/**
 * POST /api/playground: asks one pair, and answers with its words as an event stream. What is wrong is said by the
 * status. The run does not depend on this connection.
 */
export const playgroundEndpoint = endpoint(
  { auth: 'user', counts: 'message', body, maxBytes: MAX_BODY_BYTES, stream: true },
  async ({ user, body: asked, context }) => {
    const { conversationId: playgroundId = null, parentMessageId, files = [] } = asked;
    const text = asked.messages.trim();
    if (text === '' && files.length === 0)
      throw new AppError('invalid_request', { param: 'messages', message: 'messages is required.' });
    if (parentMessageId) await requireParent(user.id, playgroundId ?? '', parentMessageId);
    const { byId } = await readListing();
    const admitted = await admitPrompt({
      userId: user.id,
      requestId: context.requestId,
      playgroundId,
      text,
      output: madeBy(byId.get(asked.model)?.supports ?? []),
      pairs: [{ model: asked.model, provider: asked.providers[0]! }],
      clientId: null,
      files,
      options: {},
      isBlind: false,
    });
    const [cell] = admitted.cells;
    if (!cell || cell.error) throw cell?.error ?? new AppError('internal');
    return sseResponse(context, (signal) => cellEvents(admitted, { userId: user.id, signal }));
  },
);

async function requireParent(userId: string, playgroundId: string, cellId: string): Promise<void> {
  try {
    await findCell(AUTOCOMMIT, { userId, playgroundId, cellId });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const message = 'parentMessageId names no answer of this conversation.';
    throw new AppError('invalid_request', { param: 'parentMessageId', message });
  }
}

/** A model that writes is asked for words, whatever else it makes. */
function madeBy(supports: readonly Modality[]): Output {
  return OUTPUTS.find((output) => supports.some((way) => way.endsWith(`-to-${output}`))) ?? 'text';
}

/** Pictures and the video that were made, in the words of the specification. */
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

/**
 * Each event has a piece of text; the last one has the pictures or the video, and says how it ended and what it cost, or
 * why it failed.
 */
async function* cellEvents(
  { playgroundId, promptId, cells }: AdmittedPrompt,
  { userId, signal }: { userId: string; signal: AbortSignal },
): AsyncIterable<SseEvent> {
  const { cellId: responseId, generationId } = cells[0]!;
  const ids = { responseId, promptId, conversationId: playgroundId, generationId };
  const said = (more: object): SseEvent => ({ data: { text: '', images: [], video: null, ...ids, ...more } });
  yield said({ created: true });
  for await (const { event } of readReply({ generationId, cursor: START_CURSOR, signal })) {
    if (event.type === 'text') yield said({ text: event.text });
    if (event.type !== 'end') continue;
    const { state, errorCode, errorDetail, costMicro } = event;
    if (errorCode === null) {
      yield said({ ...(await madeOf(userId, generationId)), final: true, state, costMicro });
    } else {
      const error = new AppError(errorCode, { message: errorDetail ?? errorSentence(errorCode) });
      yield { event: 'error', data: { ...errorBody(error), ...ids, state, costMicro } };
    }
  }
}
