import type { ImageRequest, MediaAdapter, MediaEvent } from '../contract.ts';
import { call } from '../shared/call.ts';
import { UNSENT } from '../shared/unsent.ts';
import { readAnswer } from './events.ts';
import { toCall } from './request.ts';

/** Pictures by Stability AI: one with each call, which waits for it. */
export const stabilityImages: MediaAdapter<ImageRequest> = {
  id: 'stability-images',
  check: (request) => void toCall(request, UNSENT),
  async *create(request, context): AsyncGenerator<MediaEvent> {
    yield* readAnswer(await call(toCall(request, context), context), request.outputFormat);
  },
};
