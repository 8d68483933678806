import { inputsOf } from '#app/contracts/embedding.ts';
import type { ProviderAdapter, ProviderEvent, VectorRequest } from '#app/core/providers/contract.ts';
import { postCall, type PostCall } from './call.ts';
import { toProviderError } from './failure.ts';
import { readUsage } from './wire.ts';
import { readBounded, vectorLimit } from '#app/core/providers/shared/answer.ts';
import { withConnectionErrors } from '#app/core/providers/shared/failure.ts';
import { isObject, malformed, parseObject } from '#app/core/providers/shared/json.ts';
import type { Provider } from '#app/core/providers/provider.ts';

/** OpenAI's embeddings, and those of every provider that speaks its format. */
export const openAiEmbeddings = embeddingAdapter('openai-embeddings', postCall);

const BYTES_PER_NUMBER = 4;

interface ExpectedVectors {
  /** Required number of vectors. */
  inputs: number;
  /** Numbers per vector, if the caller set it. */
  dimensions?: number;
  /** Strings that must not appear in error messages. */
  secrets: readonly string[];
}

/** An embedding adapter for OpenAI's format. @param openWith opens the call */
export function embeddingAdapter(id: string, openWith: PostCall): ProviderAdapter<VectorRequest> {
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
      const answer = await withConnectionErrors(readBounded(body, vectorLimit(inputs, dimensions)), signal);
      yield* readVectors(answer, { inputs, dimensions, secrets });
    },
  };
}

/**
 * Always requests base64, whatever format the caller wants: it has a third of the bytes, and no number is
 * parsed on the way.
 */
function toWire({ model, input, dimensions }: VectorRequest) {
  return { model, input, encoding_format: 'base64', ...(dimensions !== undefined && { dimensions }) };
}

/**
 * Reads a whole answer of vectors. A vector that the provider wrote as numbers becomes base64.
 * @throws ProviderError also for an answer that lacks a vector or has one of another length than requested: a
 * caller that stores it would notice much later
 */
export function* readVectors(answer: string, expected: ExpectedVectors): Generator<ProviderEvent> {
  const { data, usage, error } = parseObject(answer);
  if (error) throw toProviderError({ status: null, error, secrets: expected.secrets });
  if (!Array.isArray(data) || data.length !== expected.inputs)
    throw malformed('the provider did not answer with one vector for each input');
  const vectors = data.map((item, place) => readVector(item, place, expected));
  if (new Set(vectors.map(({ index }) => index)).size !== expected.inputs)
    throw malformed('the provider answered one input twice');
  yield* vectors.toSorted((one, other) => one.index - other.index);
  const counted = isObject(usage) ? readUsage({ completion_tokens: 0, ...usage }) : null;
  if (counted) yield { type: 'usage', usage: counted };
  yield { type: 'finish', reason: 'stop', choice: 0 };
}

function readVector(item: unknown, place: number, { inputs, dimensions }: ExpectedVectors) {
  if (!isObject(item)) throw notVector();
  const { index = place, embedding } = item;
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= inputs)
    throw notVector();
  const base64 = typeof embedding === 'string' ? embedding : encode(embedding);
  const numbers = bytesOf(base64) / BYTES_PER_NUMBER;
  if (!Number.isInteger(numbers) || numbers === 0) throw notVector();
  if (dimensions !== undefined && numbers !== dimensions)
    throw malformed(`the provider answered with vectors of ${numbers} numbers instead of ${dimensions}`);
  return { type: 'vector' as const, index, base64 };
}

/** Little-endian float32, the byte order of every processor that Node runs on. */
function encode(numbers: unknown): string {
  if (!Array.isArray(numbers) || !numbers.every((one) => typeof one === 'number')) throw notVector();
  return Buffer.from(Float32Array.from(numbers).buffer).toString('base64');
}

function bytesOf(base64: string): number {
  return base64.length % 4 === 0 ? Buffer.byteLength(base64, 'base64') : Number.NaN;
}

function notVector() {
  return malformed('the provider sent a vector that cannot be read');
}

/** For offers that name this dialect: models that only make vectors. */
export const openAiEmbeddingsProvider: Provider = { dialect: 'openai-embeddings', embed: openAiEmbeddings };
