import { connected } from '#app/core/providers/shared/connection-error.ts';
import { parseObject } from '#app/core/providers/shared/json.ts';
import { readBounded } from '#app/core/providers/shared/read-bounded.ts';
import type { ImageRequest, MediaAdapter, MediaEvent } from '../contract.ts';
import { open } from '../shared/call.ts';
import { secretsOf } from '../shared/failure.ts';
import { PICTURE_LIMIT } from '../shared/pieces.ts';
import { UNSENT } from '../shared/unsent.ts';
import { readPictures } from './events.ts';
import { toCall } from './request.ts';
import { readGrowing } from './stream.ts';

/** Pictures by OpenAI and whoever speaks its format: whole, or as they grow. */
export const openAiImages: MediaAdapter<ImageRequest> = {
  id: 'openai-images',
  check: (request) => void toCall(request, UNSENT),
  async *create(request, context): AsyncGenerator<MediaEvent> {
    const { signal, credentials } = context;
    const { body } = await open(toCall(request, context), context);
    if (body.contentType.includes('text/event-stream')) {
      yield* readGrowing(body, { signal, secrets: secretsOf(credentials) });
      return;
    }
    // Who does not know the stream answers in one piece.
    const text = await connected(readBounded(body, PICTURE_LIMIT), signal);
    yield* readPictures(parseObject(text), request.count);
  },
};
