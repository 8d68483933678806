import type { AnswerBody } from '#app/core/providers/shared/answer.ts';
import { connected } from '#app/core/providers/shared/connection-error.ts';
import { malformed, parseObject } from '#app/core/providers/shared/json.ts';
import { EventDecoder, EventTooLongError } from '#app/core/providers/shared/server-sent-events.ts';
import type { MediaEvent } from '../contract.ts';
import { PICTURE_LIMIT } from '../shared/pieces.ts';
import { readEvent } from './events.ts';

/** All pictures of a stream: one that is finished, and up to three that are not. */
const STREAM_LIMIT = 4 * PICTURE_LIMIT;

/**
 * A picture as it grows. Ends with the finished one, or with why it was kept back; what follows is not waited for.
 * @throws ProviderError for a stream that is cut, ends without its picture or does not end; or the signal's reason
 */
export async function* readGrowing(
  body: AnswerBody,
  { signal, secrets }: { signal: AbortSignal; secrets: readonly string[] },
): AsyncGenerator<MediaEvent> {
  const decoder = new EventDecoder({ limit: PICTURE_LIMIT });
  let size = 0;
  try {
    for (;;) {
      const bytes = await connected(body.next(), signal);
      size += bytes?.length ?? 0;
      if (size > STREAM_LIMIT) throw malformed('the answer does not end');
      for (const data of decode(decoder, bytes)) {
        const events = readEvent(parseObject(data), secrets);
        yield* events;
        if (events.some(({ type }) => type === 'piece' || type === 'refused')) return;
      }
      if (bytes === null) throw malformed('the provider has sent no picture');
    }
  } finally {
    body.hangUp();
  }
}

/** The events that end with these bytes, or with the end of the answer. */
function decode(decoder: EventDecoder, bytes: Uint8Array | null): string[] {
  try {
    return bytes === null ? decoder.end() : decoder.push(bytes);
  } catch (error) {
    if (error instanceof EventTooLongError) throw malformed(error.message);
    throw error;
  }
}
