import type { ImageRequest, MediaAdapter, MediaEvent } from '../contract.ts';
import { call } from '../shared/call.ts';
import { secretsOf } from '../shared/failure.ts';
import { readGeminiAnswer } from './gemini-events.ts';
import { toGeminiCall } from './gemini-request.ts';
import { readPredictions, toImagenCall } from './imagen.ts';

/** Pictures by Google: the Gemini models answer a conversation with them, the Imagen models predict them. */
export const googleImages: MediaAdapter<ImageRequest> = {
  id: 'google-images',
  async *create(request, context): AsyncGenerator<MediaEvent> {
    const secrets = secretsOf(context.credentials);
    if (request.model.startsWith('imagen-'))
      yield* readPredictions(await call(toImagenCall(request, context), context), request.count, secrets);
    else yield* readGeminiAnswer(await call(toGeminiCall(request, context), context), secrets);
  },
};
