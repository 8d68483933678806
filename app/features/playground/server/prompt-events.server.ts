import { AppError, errorBody } from '#app/contracts/errors.ts';
import { START_CURSOR } from '#app/contracts/generation.ts';
import { viewFile } from '#app/core/files/records/file-record.ts';
import { filesOfGenerations } from '#app/core/files/records/owned-files.ts';
import type { AdmittedCell } from '#app/core/generation/admit/cells.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { errorSentence } from '#app/http/error-response.ts';
import type { SseEvent } from '#app/http/response/sse-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** A prompt as its client knows it: the conversation by the id that the client has given it. */
export interface AnsweredPrompt {
  userId: string;
  conversationId: string;
  promptId: string;
  cells: readonly AdmittedCell[];
}

/** The events of all answers to a prompt as they come; `responseId` tells them apart. It ends with the last of them. */
export async function* promptEvents(prompt: AnsweredPrompt, signal: AbortSignal): AsyncIterable<SseEvent> {
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
 * Each event has a piece of text; the last one has the pictures or the video, and says how it ended and what it cost, or
 * why it failed.
 */
async function* cellEvents(
  { cellId: responseId, generationId, error: refusal }: AdmittedCell,
  { userId, conversationId, promptId }: AnsweredPrompt,
  signal: AbortSignal,
): AsyncIterable<SseEvent> {
  const ids = { responseId, promptId, conversationId, generationId };
  const said = (more: object): SseEvent => ({ data: { text: '', images: [], video: null, ...ids, ...more } });
  const failed = (error: AppError, more: object): SseEvent => ({
    event: 'error',
    data: { ...errorBody(error), ...ids, ...more },
  });
  if (refusal) {
    yield failed(refusal, { state: 'refused' });
    return;
  }
  yield said({ created: true });
  for await (const { event } of readReply({ generationId, cursor: START_CURSOR, signal })) {
    if (event.type === 'text') yield said({ text: event.text });
    if (event.type !== 'end') continue;
    const { state, errorCode, errorDetail, costMicro } = event;
    if (errorCode === null) {
      yield said({ ...(await madeOf(userId, generationId)), final: true, state, costMicro });
    } else {
      const message = errorDetail ?? errorSentence(errorCode);
      yield failed(new AppError(errorCode, { message }), { state, costMicro });
    }
  }
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
