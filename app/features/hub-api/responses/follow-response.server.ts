import type { AppLoadContext } from '@remix-run/node';
import type { LogEntry } from '#app/contracts/generation.ts';
import { openCallReader } from '#app/core/generation/stream/call-reader.ts';
import type { StoredResponse } from '#app/core/responses/stored-response.ts';
import { drained } from '#app/http/draining.ts';
import { streamResponse } from '#app/http/response/stream-response.ts';
import type { Answer } from '#app/http/response/written-response.ts';
import { factsOf } from './stored-request.server.ts';
import { storedRequestIn, completedAtOf, hasEnded, startIn } from './stored-response.server.ts';
import { ResponseEvents } from './response-events.ts';

interface Followed {
  /** If its run has not ended, its events are read live. */
  stored: StoredResponse;
  /** Events up to this number are left out. */
  after: number;
  context: AppLoadContext;
  /** Aborted when the client disconnects, the key ends, or the time to drain is over. */
  stopSignal: AbortSignal;
  headers: Record<string, string>;
}

/**
 * The events of a response from the first, then live. A client that disconnects does not stop the response,
 * and may come back; a stream that we cut ends without a last event, since the response continues.
 */
export function followResponse({ stored, after, context, stopSignal, headers }: Followed): Answer {
  const facts = factsOf(storedRequestIn(stored), stored.id, hasEnded(stored) ? startIn(stored) : null);
  const events = new ResponseEvents(facts, after, completedAtOf(stored));
  return streamResponse({
    context,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', ...headers },
    heartbeat: ': working\n\n',
    until: drained(),
    produce: () => written(events, stored.answer ?? follow(stored.id, stopSignal)),
  });
}

async function* written(
  events: ResponseEvents,
  entries: Iterable<LogEntry> | AsyncIterable<LogEntry>,
): AsyncGenerator<string> {
  yield events.opening();
  for await (const entry of entries) {
    const piece = entry.type === 'end' ? events.closing(entry) : events.piece(entry);
    if (piece !== '') yield piece;
  }
}

async function* follow(generationId: string, stopSignal: AbortSignal): AsyncGenerator<LogEntry> {
  const reader = openCallReader(generationId);
  try {
    yield* reader.entries(stopSignal);
  } finally {
    reader.close();
  }
}
