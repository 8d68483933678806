import type { AppLoadContext } from '@remix-run/node';
import { streamResponse } from './stream-response.ts';
import type { WrittenResponse } from './written-response.ts';

/** One server-sent event. `data` is sent as JSON, which has no line breaks of its own. */
export interface SseEvent {
  event?: string;
  id?: string;
  data: unknown;
}

/** How soon a browser comes back after a cut, in milliseconds; our own client waits by the same number. */
const RETRY_MS = 1000;

/** The lines of one event. */
export function writeSse({ event, id, data }: SseEvent): string {
  const head = `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}`;
  return `${head}data: ${JSON.stringify(data)}\n\n`;
}

/**
 * An event stream: every event as it is made, a comment every ten seconds of silence, closed when the
 * reader leaves or the process drains (a browser then comes back with its Last-Event-ID).
 */
export function sseResponse(
  context: Pick<AppLoadContext, 'closed'>,
  produce: (signal: AbortSignal) => AsyncIterable<SseEvent>,
  headers: Record<string, string> = {},
): WrittenResponse {
  return streamResponse({
    context,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', ...headers },
    heartbeat: ': \n\n',
    async *produce({ signal }) {
      yield `retry: ${RETRY_MS}\n\n`;
      for await (const event of produce(signal)) yield writeSse(event);
    },
  });
}
