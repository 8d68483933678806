import type { AppLoadContext } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import { drained } from '../draining.ts';
import { asAppError } from '#app/http/error-response.ts';
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

interface SseOptions {
  headers?: Record<string, string>;
  /**
   * For a stream that its reader cannot take up again: it goes on for the time to drain, and where it is cut by us all the
   * same, or fails, its last event says why; null where its end was told already. Absent: closed when the process drains, and
   * a browser comes back with its Last-Event-ID.
   */
  cut?: (error: AppError) => SseEvent | null;
}

/** An event stream: every event as it is made, a comment every ten seconds of silence, closed when the reader leaves. */
export function sseResponse(
  context: Pick<AppLoadContext, 'closed'>,
  produce: (signal: AbortSignal) => AsyncIterable<SseEvent>,
  { headers = {}, cut }: SseOptions = {},
): WrittenResponse {
  return streamResponse({
    context,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', ...headers },
    heartbeat: ': \n\n',
    async *produce({ signal }) {
      yield `retry: ${RETRY_MS}\n\n`;
      for await (const event of produce(signal)) yield writeSse(event);
    },
    ...(cut && {
      until: drained(),
      lastPiece(failure) {
        const last = cut(failure ? asAppError(failure.error) : serverLeaves());
        return last ? writeSse(last) : '';
      },
    }),
  });
}

/** The end of a stream whose process ends, while its reply goes on. */
function serverLeaves(): AppError {
  return new AppError('unavailable', {
    message: 'This server ends for a restart. The reply goes on, and is stored.',
    retryAfterSeconds: 1,
  });
}
