import { inputsOf } from '#app/contracts/embedding.ts';
import type { ProviderAdapter, ProviderEvent, VectorRequest } from '#app/core/providers/contract.ts';
import { vectorLimit } from '#app/core/providers/shared/answer-limit.ts';
import { connected } from '#app/core/providers/shared/connection-error.ts';
import { malformed } from '#app/core/providers/shared/json.ts';
import { readBounded } from '#app/core/providers/shared/read-bounded.ts';
import { ask, type Ask } from '#app/core/providers/openai/ask.ts';
import { readVectors } from './vectors.ts';

/** OpenAI's embeddings, and those of every provider that speaks its format. */
export const openAiEmbeddings = embeddingAdapter('openai-embeddings', ask);

/** Who gives vectors in OpenAI's words, however the call is opened. */
export function embeddingAdapter(id: string, openWith: Ask): ProviderAdapter<VectorRequest> {
  return {
    id,
    async *stream(request, context): AsyncGenerator<ProviderEvent> {
      const { signal, credentials } = context;
      const secrets = [credentials.apiKey];
      const toJson = (model: string) => toWire({ ...request, model });
      const asked = { path: '/embeddings', model: request.model, toJson, secrets };
      const { body } = await openWith(asked, context);
      if (!body.contentType.includes('json')) {
        body.hangUp();
        throw malformed('the provider did not answer with JSON');
      }
      const inputs = inputsOf(request.input).length;
      const { dimensions } = request;
      const answer = await connected(readBounded(body, vectorLimit(inputs, dimensions)), signal);
      yield* readVectors(answer, { inputs, dimensions, secrets });
    },
  };
}

/** Base64 is asked for whatever the caller wants: a third of the bytes, and nobody parses a number on the way. */
function toWire({ model, input, dimensions }: VectorRequest) {
  return { model, input, encoding_format: 'base64', ...(dimensions !== undefined && { dimensions }) };
}
