import type { AppLoadContext } from '@remix-run/node';
import type { LogEntry } from '#app/contracts/generation.ts';
import { openCallReader } from '#app/core/generation/stream/call-reader.ts';
import type { KeptResponse } from '#app/core/responses/stored-response.ts';
import { drained } from '#app/http/draining.ts';
import { streamResponse } from '#app/http/response/stream-response.ts';
import type { Answer } from '#app/http/response/written-response.ts';
import { factsOf } from './stored-request.server.ts';
import { askedIn, completedAtOf, hasEnded, startIn } from './stored-response.server.ts';
import { ResponseEvents } from './response-events.ts';

interface Followed {
  /** If its run has not ended, its events are read live. */
  kept: KeptResponse;
  /** Events up to this number are left out. */
  after: number;
  context: AppLoadContext;
  /** Aborted when the client disconnects, the key ends, or the time to drain is over. */
  inForce: AbortSignal;
  headers: Record<string, string>;
}

/**
 * The events of a response from the first, then live. A client that disconnects does not stop the response,
 * and may come back; a stream that we cut ends without a last event, since the response continues.
 */
export function followResponse({ kept, after, context, inForce, headers }: Followed): Answer {
  const facts = factsOf(askedIn(kept), kept.id, hasEnded(kept) ? startIn(kept) : null);
  const events = new ResponseEvents(facts, after, completedAtOf(kept));
  return streamResponse({
    context,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', ...headers },
    heartbeat: ': working\n\n',
    until: drained(),
    produce: () => written(events, kept.answer ?? follow(kept.id, inForce)),
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

async function* follow(generationId: string, inForce: AbortSignal): AsyncGenerator<LogEntry> {
  const reader = openCallReader(generationId);
  try {
    yield* reader.entries(inForce);
  } finally {
    reader.close();
  }
}
