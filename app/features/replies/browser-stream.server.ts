import { z } from 'zod';
import { readCursors } from '#app/contracts/browser-stream.ts';
import { AppError } from '#app/contracts/errors.ts';
import { readPartial } from '#app/core/generation/stream/partial-image.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { isId } from '#app/core/platform/ids.ts';
import { newestUserEvent, watchUser } from '#app/core/realtime/user-events.ts';
import { findCellRun, findRunningCells } from '#app/core/targets/cell.ts';
import { findGeneration, findRunning } from '#app/core/targets/message/runs.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { sseResponse } from '#app/http/response/sse-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { multiplex, type StreamSources } from './multiplex.ts';

/**
 * GET /api/events: the single event stream of a browser. `?have=` has the cursors that came with the page; on
 * a reconnect the browser's own Last-Event-ID is newer and takes precedence.
 */
export const browserStreamEndpoint = endpoint(
  { auth: 'user', query: z.object({ have: z.string().max(16_000).optional() }), stream: true },
  ({ user, request, query, context }) => {
    const have = readCursors(request.headers.get('last-event-id') ?? query.have);
    return sseResponse(context, async function* (signal) {
      for await (const { id, items } of multiplex(sourcesOf(user.id), have, signal))
        yield { id, data: items };
    });
  },
);

const PARAMS = z.object({ generationId: z.string().refine(isId) });

/**
 * GET /replies/:id/partial: the newest preview of an unfinished image of the caller's reply, small; 204 if
 * there is none yet, or none any more.
 * @throws AppError not_found
 */
export const partialCall = endpoint({ auth: 'user', params: PARAMS }, async ({ user, params }) => {
  const { generationId } = params;
  if (!(await isOwnReply(user.id, generationId))) throw new AppError('not_found', { param: 'generationId' });
  const image = await readPartial(generationId);
  if (!image) return undefined;
  return new Response(new Uint8Array(image), {
    headers: {
      'content-type': 'image/webp',
      'cache-control': 'private, no-store',
      'content-security-policy': "sandbox; default-src 'none'",
    },
  });
});

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

/** Whether a generation is a reply of this user, in the chat or in the playground: running, or ended. */
async function isOwnReply(userId: string, generationId: string): Promise<boolean> {
  if (await findCellRun(AUTOCOMMIT, { userId, generationId })) return true;
  try {
    await findGeneration(AUTOCOMMIT, { userId, generationId });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}
