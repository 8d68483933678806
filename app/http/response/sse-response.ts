import type { AppLoadContext } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import { drained } from '../draining.ts';
import { asAppError } from '#app/http/error-response.ts';
import { streamResponse } from './stream-response.ts';
import type { WrittenResponse } from './written-response.ts';

/** One server-sent event. `data` is sent as JSON, which contains no line breaks. */
export interface SseEvent {
  event?: string;
  id?: string;
  data: unknown;
}

/** Delay in milliseconds before a browser reconnects after a cut; our own client uses the same number. */
const RETRY_MS = 1000;

/** The lines of one event. */
export function writeSse({ event, id, data }: SseEvent): string {
  const head = `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}`;
  return `${head}data: ${JSON.stringify(data)}\n\n`;
}

interface SseOptions {
  headers?: Record<string, string>;
  /**
   * For a stream that its reader cannot resume: it continues during the time to drain, and if the server cuts
   * it anyway, or it fails, its last event gives the reason; null if its end was already sent. Absent: the
   * stream closes when the process drains, and a browser reconnects with its Last-Event-ID.
   */
  cut?: (error: AppError) => SseEvent | null;
}

/**
 * An event stream: events are sent as they are produced, a comment after every ten seconds of silence; it
 * closes when the reader leaves.
 */
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

/** The error for a stream whose process ends, while its reply continues elsewhere. */
function serverLeaves(): AppError {
  return new AppError('unavailable', {
    message: 'This server is restarting. The reply continues and is stored.',
    retryAfterSeconds: 1,
  });
}
