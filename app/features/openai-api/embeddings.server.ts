import type { ReplyStart } from '#app/contracts/generation.ts';
import { embeddingRequest } from '#app/contracts/openai/embedding-request.ts';
import { openCall } from '#app/core/generation/open-call.ts';
import { newId } from '#app/core/platform/ids.ts';
import { watchKey } from '#app/http/key-watch.ts';
import { hubEndpoint } from '#app/http/hub-route.ts';
import { jsonInPieces } from '#app/http/json-in-pieces.ts';
import { answerHeaders } from './answer-headers.server.ts';
import { hearWhole } from './hear-whole.server.ts';
import { readRepeatHeaders } from './repeat-headers.server.ts';
import { toEmbeddingUsage } from './wire-usage.ts';

/** Far more than 300,000 tokens are, in any script and however they are escaped. */
const SPEC = { body: embeddingRequest, maxBytes: 8 * 1024 * 1024 };

/** POST /api/v1/embeddings. */
export const embeddingsCall = hubEndpoint(SPEC, async ({ request, context, user, key, body, bytes }) => {
  const call = await openCall({
    task: 'embed',
    generationId: newId(),
    userId: user.id,
    key,
    requestId: context.requestId,
    ...readRepeatHeaders(request, bytes),
    body,
  });
  const vectors: string[] = [];
  const heard = await hearWhole({
    call,
    closed: context.closed,
    inForce: watchKey(key.id, context.closed),
    onEntry: (entry) => {
      if (entry.type === 'vector') vectors[entry.index] = entry.base64;
    },
  });
  if (!heard) return new Response(null, { status: 499 });
  const encode = body.encoding_format === 'base64' ? JSON.stringify : asNumbers;
  const usage = toEmbeddingUsage(heard.end);
  return jsonInPieces({
    headers: answerHeaders(call, heard.start),
    pieces: writeList(
      vectors.map((base64) => () => encode(base64)),
      { start: heard.start, usage },
    ),
  });
});

/** Vector by vector: a large answer is never there a second time, and other callers get their turn in between. */
function* writeList(
  vectors: (() => string)[],
  { start: { model, provider }, usage }: { start: ReplyStart; usage: object },
): Generator<string> {
  yield '{"object":"list","data":[';
  for (const [index, write] of vectors.entries()) {
    yield `${index === 0 ? '' : ','}{"object":"embedding","index":${index},"embedding":${write()}}`;
  }
  yield `],${JSON.stringify({ model, provider, usage }).slice(1)}`;
}

/** Digits that tell every float32 from its neighbours. */
const DIGITS = 9;

/** JSON of a vector for who wants numbers: each reads back as exactly the float32 that it was. */
function asNumbers(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; at += 4)
    numbers.push(Number(bytes.readFloatLE(at).toPrecision(DIGITS)));
  return JSON.stringify(numbers);
}
