import { ProviderError, type ProviderEvent } from '../contract.ts';
import { readBounded } from '../shared/read-bounded.ts';
import { EventDecoder, EventTooLongError } from '../shared/server-sent-events.ts';
import { joinPieces, malformed, parseChunk, readChunk } from './events.ts';
import { toConnectionError } from './failure.ts';

/** How long the usage may take after the finish reason, and the connection's end after the terminator. */
const USAGE_MS = 3_000;
const END_MS = 250;
const WHOLE_ANSWER_LIMIT = 16 * 1024 * 1024;

interface ReadOptions {
  signal: AbortSignal;
  secrets: readonly string[];
}

/**
 * What a provider's answer says, piece by piece. Ends without `finish` when the stream was cut after it had
 * begun; leaving the iteration early hangs up.
 * @throws ProviderError, or the signal's reason
 */
export async function* readReply(response: Response, options: ReadOptions): AsyncGenerator<ProviderEvent> {
  const type = response.headers.get('content-type') ?? '';
  // Some providers answer a streaming request in one piece, or with an error under status 200.
  if (type.includes('application/json')) {
    const whole = await guarded(readBounded(response.body, WHOLE_ANSWER_LIMIT), options.signal);
    yield* readChunk(parseChunk(whole), options.secrets);
    return;
  }
  if (!response.body || type.includes('text/html')) {
    await response.body?.cancel();
    throw malformed('the provider did not answer with a stream of events');
  }
  yield* readStream(response.body.getReader(), options);
}

async function* readStream(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { signal, secrets }: ReadOptions,
): AsyncGenerator<ProviderEvent> {
  const decoder = new EventDecoder();
  const progress = { begun: false, finished: false, terminated: false };
  let patience: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      const piece = await next(reader, signal, progress);
      const { events, failure } = readPiece(decoder, piece, progress, secrets);
      for (const event of joinPieces(events)) {
        progress.begun = true;
        yield event;
      }
      // What is still unreadable at the end is the half of an event: the stream was cut.
      if (piece === null) return;
      if (failure) throw failure;
      // The connection is read to its end so that it can be used again, but it is not waited for.
      if (progress.terminated) {
        clearTimeout(patience);
        patience = hangUpLater(reader, END_MS);
      } else if (progress.finished) patience ??= hangUpLater(reader, USAGE_MS);
    }
  } finally {
    clearTimeout(patience);
    // Nobody waits for how the connection ends.
    reader.cancel().catch(() => undefined);
  }
}

interface Progress {
  begun: boolean;
  finished: boolean;
  terminated: boolean;
}

/** The next bytes; null at the end, which a break in the middle of a reply is too. */
async function next(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
  { begun }: Progress,
): Promise<Uint8Array | null> {
  try {
    const { value, done } = await reader.read();
    signal.throwIfAborted();
    return done ? null : value;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (begun) return null;
    throw toConnectionError(error);
  }
}

/** What some bytes say, and the failure that ends them: the words before it are kept. */
function readPiece(
  decoder: EventDecoder,
  piece: Uint8Array | null,
  progress: Progress,
  secrets: readonly string[],
): { events: ProviderEvent[]; failure: ProviderError | null } {
  const events: ProviderEvent[] = [];
  try {
    for (const data of piece === null ? decoder.end() : decoder.push(piece)) {
      if (data.startsWith('[DONE]')) progress.terminated = true;
      if (progress.terminated) break;
      for (const event of readChunk(parseChunk(data), secrets)) {
        // The first reason counts; some providers repeat it on the usage chunk.
        if (event.type === 'finish' && progress.finished) continue;
        if (event.type === 'finish') progress.finished = true;
        events.push(event);
      }
    }
  } catch (error) {
    if (error instanceof ProviderError) return { events, failure: error };
    if (error instanceof EventTooLongError) return { events, failure: malformed(error.message) };
    throw error;
  }
  return { events, failure: null };
}

function hangUpLater(reader: ReadableStreamDefaultReader<Uint8Array>, ms: number): NodeJS.Timeout {
  return setTimeout(() => {
    reader.cancel().catch(() => undefined);
  }, ms);
}

async function guarded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toConnectionError(error);
  }
}
