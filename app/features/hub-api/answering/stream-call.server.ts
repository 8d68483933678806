import type { AppLoadContext } from '@remix-run/node';
import type { AppError } from '#app/contracts/errors.ts';
import type { LogEntry, ReplyStart } from '#app/contracts/generation.ts';
import type { OpenCall } from '#app/core/generation/admit/call.ts';
import { drained } from '#app/http/draining.ts';
import { streamResponse } from '#app/http/response/stream-response.ts';
import type { Answer } from '#app/http/response/written-response.ts';
import { answerHeaders } from './answer-headers.server.ts';
import { cutByUs, endEarly } from './end-early.server.ts';
import { endError } from './end-error.ts';
import { firstWithin, HOLD_OPEN_MS } from './first-within.ts';

/** The entries of a call, and the first of them, which was asked for already. */
export interface CallEntries {
  entries: AsyncIterator<LogEntry>;
  first: Promise<IteratorResult<LogEntry>>;
}

/** A stream whose reader is there. */
export interface OpenStream {
  produce(read: CallEntries): AsyncIterable<string>;
  /** A stream that has begun can only say in its own words that it failed. Nothing follows it. */
  failure(error: AppError): string;
}

interface StreamedCall {
  call: OpenCall;
  context: AppLoadContext;
  /** Aborted when the client has left, the key has ended, or the time to drain is over. */
  inForce: AbortSignal;
  /** Fields of the call that reach nobody, whoever answers. */
  ignored: readonly string[];
  /** Where the call has its prompt. */
  promptField?: string;
  /** Says nothing, so that no proxy takes the connection for dead. */
  heartbeat?: string;
  /** @param start who answers; null when nobody does yet */
  open(start: ReplyStart | null): OpenStream;
}

/**
 * Answers a call as server-sent events. The opening is held back until the model has begun to answer, so that everything
 * that goes wrong before is an ordinary error with a status.
 * @throws AppError when the call ended badly before it began to answer
 */
export async function streamCall(streamed: StreamedCall): Promise<Answer> {
  const { call, context, inForce } = streamed;
  const entries = call.reader.entries(inForce)[Symbol.asyncIterator]();
  const first = entries.next();
  const opening = await firstWithin(first, HOLD_OPEN_MS);
  if (inForce.aborted) {
    // Nobody will ever read the body, so its producer would not be there to say so.
    call.reader.close();
    const { generationId } = call;
    const error = endEarly({ generationId, closed: context.closed, delivery: 'stream' });
    if (error) throw error;
    return new Response(null, { status: 499 });
  }
  const entry = opening && !opening.done ? opening.value : null;
  // A repeat of a call for pictures has its end as the first that it reads.
  if (entry?.type === 'end' && entry.state !== 'done') throw endError(entry, streamed.promptField);
  const start = entry?.type === 'start' ? entry : null;
  const stream = streamed.open(start);
  return streamResponse({
    context,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      ...answerHeaders(call, start, streamed.ignored),
    },
    heartbeat: streamed.heartbeat ?? ': working\n\n',
    lastPiece: () => stream.failure(cutByUs()),
    // Nobody else can go on with it.
    until: drained(),
    produce: () => stream.produce({ entries, first }),
  });
}
