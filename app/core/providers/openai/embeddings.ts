import { inputsOf } from '#app/contracts/embedding.ts';
import type { ProviderAdapter, ProviderEvent, VectorRequest } from '../contract.ts';
import { connected } from '../shared/connection-error.ts';
import { malformed } from '../shared/json.ts';
import { readBounded } from '../shared/read-bounded.ts';
import { ask } from './ask.ts';
import { readVectors } from './vectors.ts';

/**
 * 2,048 vectors of 3,072 numbers are 34 MB as base64. Who writes such a batch out in numbers (121 MB) is refused: it would
 * hold the worker for more than a second.
 */
const ANSWER_LIMIT = 96 * 1024 * 1024;

/** OpenAI's embeddings, and those of every provider that speaks its format. */
export const openAiEmbeddings: ProviderAdapter<VectorRequest> = {
  id: 'openai-embeddings',
  async *stream(request, context): AsyncGenerator<ProviderEvent> {
    const { signal, credentials } = context;
    const { body } = await ask('/embeddings', () => toWire(request), context);
    if (!body.contentType.includes('json')) {
      body.hangUp();
      throw malformed('the provider did not answer with JSON');
    }
    const answer = await connected(readBounded(body, ANSWER_LIMIT), signal);
    yield* readVectors(answer, {
      inputs: inputsOf(request.input).length,
      dimensions: request.dimensions,
      secrets: [credentials.apiKey],
    });
  },
};

/** Base64 is asked for whatever the caller wants: a third of the bytes, and nobody parses a number on the way. */
function toWire({ model, input, dimensions }: VectorRequest) {
  return { model, input, encoding_format: 'base64', ...(dimensions !== undefined && { dimensions }) };
}
