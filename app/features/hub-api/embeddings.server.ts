import type { LogEntry, ReplyStart, ReplyVector } from '#app/contracts/generation.ts';
import { embeddingRequest, MAX_EMBEDDING_VALUES } from '#app/contracts/openai/embedding.ts';
import { openCall } from '#app/core/generation/admit/call.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { chunkedJson } from '#app/http/response/chunked-response.ts';
import { watchKey } from '#app/http/session/live-watch.ts';
import { answerHeaders } from './answering/answer-headers.server.ts';
import { callFacts } from './answering/call-facts.server.ts';
import { endEarly } from './answering/end-early.server.ts';
import { endError } from './answering/end-error.ts';
import { toEmbeddingUsage } from './wire-usage.ts';

/** `maxBytes` is far more than 300,000 tokens take, in any script and however they are escaped. */
const SPEC = { body: embeddingRequest, maxBytes: 8 * 1024 * 1024, maxValues: MAX_EMBEDDING_VALUES };

/** POST /api/v1/embeddings. */
export const embeddingsCall = hubEndpoint(SPEC, async ({ body, ...incoming }) => {
  const { context, key } = incoming;
  const call = await openCall({
    target: 'call',
    task: 'embedding',
    ...callFacts(incoming),
    body,
  });
  const stopSignal = watchKey(key.id, context.closed);
  const entries = call.reader.entries(stopSignal)[Symbol.asyncIterator]();
  const opening = await readOpening(entries).catch((error: unknown) => {
    call.reader.close();
    throw error;
  });
  if (!opening) {
    call.reader.close();
    const { generationId } = call;
    const error = endEarly({ generationId, closed: context.closed, delivery: 'whole' });
    if (error) throw error;
    return new Response(null, { status: 499 });
  }
  const encode = body.encoding_format === 'base64' ? JSON.stringify : asNumbers;
  return chunkedJson({
    headers: answerHeaders(call, opening.start),
    pieces: writeList({ ...opening, entries, encode, leave: () => call.reader.close() }),
  });
});

interface Opening {
  start: ReplyStart;
  first: ReplyVector;
}

/**
 * Reads until the answer can begin: every earlier failure is an ordinary error with a status. The log has
 * vectors only after the run has ended well.
 * @returns null when the client has disconnected, or the key has ended
 * @throws AppError when the call did not end well
 */
async function readOpening(entries: AsyncIterator<LogEntry>): Promise<Opening | null> {
  let start: ReplyStart | null = null;
  for (;;) {
    const { done, value } = await entries.next();
    if (done) return null;
    if (value.type === 'start') start = value;
    else if (value.type === 'end') throw endError(value, 'input');
    else if (value.type === 'vector' && start) return { start, first: value };
  }
}

interface List extends Opening {
  entries: AsyncIterator<LogEntry>;
  encode: (base64: string) => string;
  leave(): void;
}

/**
 * Writes the list vector by vector, at the speed of the client, so that only a few are in memory at a time.
 */
async function* writeList({ start, first, entries, encode, leave }: List): AsyncGenerator<string> {
  const item = ({ index, base64 }: ReplyVector) =>
    `{"object":"embedding","index":${index},"embedding":${encode(base64)}}`;
  try {
    yield `{"object":"list","data":[${item(first)}`;
    for (;;) {
      const { done, value } = await entries.next();
      if (done) throw new Error('cut: the key has ended, or the time to drain is over');
      if (value.type === 'vector') yield `,${item(value)}`;
      if (value.type !== 'end') continue;
      if (value.state !== 'done') throw endError(value, 'input');
      const { model, provider } = start;
      yield `],${JSON.stringify({ model, provider, usage: toEmbeddingUsage(value) }).slice(1)}`;
      return;
    }
  } finally {
    leave();
  }
}

/** The number of digits that tells every float32 from its neighbors. */
const DIGITS = 9;

/** A vector as JSON numbers: each parses to exactly the original float32. */
function asNumbers(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; at += 4)
    numbers.push(Number(bytes.readFloatLE(at).toPrecision(DIGITS)));
  return JSON.stringify(numbers);
}
