import { z } from 'zod';
import { readHave } from '#app/contracts/browser-stream.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { newestUserEvent, watchUser } from '#app/core/realtime/user-events.ts';
import { findRunningCells } from '#app/core/targets/cell.ts';
import { findRunning } from '#app/core/targets/message/runs.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { sseResponse } from '#app/http/response/sse-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { multiplex, type StreamSources } from './multiplex.ts';
import { isOwnReply } from './own-reply.server.ts';

/**
 * GET /api/events: the one event stream of a browser. `?have=` says what the page brought; afterwards the
 * browser's own Last-Event-ID says it better.
 */
export const browserStreamEndpoint = endpoint(
  { auth: 'user', query: z.object({ have: z.string().max(16_000).optional() }), stream: true },
  ({ user, request, query, context }) => {
    const have = readHave(request.headers.get('last-event-id') ?? query.have);
    return sseResponse(context, async function* (signal) {
      for await (const { id, items } of multiplex(sourcesOf(user.id), have, signal))
        yield { id, data: items };
    });
  },
);

function sourcesOf(userId: string): StreamSources {
  return {
    running: async () => {
      const all = await Promise.all([findRunning(AUTOCOMMIT, userId), findRunningCells(AUTOCOMMIT, userId)]);
      return all.flat().map((one) => one.generationId);
    },
    owned: async (ids) => {
      const found = await Promise.all(ids.map((generationId) => isOwnReply(userId, generationId)));
      return ids.filter((_, index) => found[index]);
    },
    read: (generationId, cursor, signal) => readReply({ generationId, cursor, signal }),
    watch: (signal) => watchUser(userId, signal),
    newest: () => newestUserEvent(userId),
  };
}
