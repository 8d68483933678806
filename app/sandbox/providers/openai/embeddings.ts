import { createHash } from 'node:crypto';
import { sendError, sendJson, type Exchange } from '../http.ts';
import { EMBEDDING_MODELS } from '../models.ts';
import { countText } from '../tokens.ts';
import { unknownModel } from './errors.ts';
import { readEmbeddingRequest, tooManyDimensions, type EmbeddingRequest } from './embedding-request.ts';

/** POST /v1/embeddings: the same text always gives the same vector of length 1. */
export function answerEmbeddings(exchange: Exchange, body: unknown): void {
  const request = readEmbeddingRequest(body);
  if ('status' in request) return sendError(exchange, request);
  exchange.seen.model = request.model;
  const most = EMBEDDING_MODELS.get(request.model);
  if (most === undefined) return sendError(exchange, unknownModel(request.model));
  const { dimensions = most } = request;
  if (dimensions > most) return sendError(exchange, tooManyDimensions(most, dimensions));
  const inputs = inputsOf(request.input);
  const tokens = inputs.reduce((sum, { count }) => sum + count, 0);
  sendJson(exchange, 200, {
    object: 'list',
    data: inputs.map(({ text }, index) => {
      const vector = vectorOf(text, dimensions);
      const embedding =
        request.encoding_format === 'base64' ? Buffer.from(vector.buffer).toString('base64') : [...vector];
      return { object: 'embedding', index, embedding };
    }),
    model: request.model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

/** A string, strings, token ids, or lists of token ids. */
function inputsOf(input: EmbeddingRequest['input']): { text: string; count: number }[] {
  if (typeof input === 'string') return [{ text: input, count: countText(input) }];
  if (typeof input[0] === 'number') return [{ text: input.join(' '), count: input.length }];
  return (input as (string | number[])[]).map((one) =>
    typeof one === 'string'
      ? { text: one, count: countText(one) }
      : { text: one.join(' '), count: one.length },
  );
}

function vectorOf(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (let at = 0; at < dimensions; at += 8) {
    const digest = createHash('sha256').update(`${at} ${text}`).digest();
    for (let part = 0; part < 8 && at + part < dimensions; part += 1) {
      vector[at + part] = digest.readInt32LE(part * 4) / 2 ** 31;
    }
  }
  const size = Math.hypot(...vector);
  return vector.map((value) => value / size);
}
