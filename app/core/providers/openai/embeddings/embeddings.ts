import { inputsOf } from '#app/contracts/embedding.ts';
import type { ProviderAdapter, ProviderEvent, VectorRequest } from '#app/core/providers/contract.ts';
import { vectorLimit } from '#app/core/providers/shared/answer-limit.ts';
import { connected } from '#app/core/providers/shared/connection-error.ts';
import { malformed } from '#app/core/providers/shared/json.ts';
import { readBounded } from '#app/core/providers/shared/read-bounded.ts';
import { ask } from '#app/core/providers/openai/ask.ts';
import { readVectors } from './vectors.ts';

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
    const inputs = inputsOf(request.input).length;
    const { dimensions } = request;
    const answer = await connected(readBounded(body, vectorLimit(inputs, dimensions)), signal);
    yield* readVectors(answer, {
      inputs,
      dimensions,
      secrets: [credentials.apiKey],
    });
  },
};

/** Base64 is asked for whatever the caller wants: a third of the bytes, and nobody parses a number on the way. */
function toWire({ model, input, dimensions }: VectorRequest) {
  return { model, input, encoding_format: 'base64', ...(dimensions !== undefined && { dimensions }) };
}
