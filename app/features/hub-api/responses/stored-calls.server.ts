import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import type {
  ResponseDeletedAnswer,
  ResponseInputListAnswer,
} from '#app/contracts/openai/responses/answer.ts';
import { stopJob } from '#app/core/generation/recover/stop.ts';
import { openCallReader } from '#app/core/generation/stream/call-reader.ts';
import { forgetResponse } from '#app/core/responses/responses.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { JsonResponse } from '#app/http/response/written-response.ts';
import { watchKey } from '#app/http/session/live-watch.ts';
import {
  findStored,
  hasEnded,
  inputItemsOf,
  currentObject,
  type NamedItem,
} from './stored-response.server.ts';
import { followResponse } from './follow-response.server.ts';
import { responseId } from './item-id.ts';

const params = z.object({ responseId: z.string() });

const flag = z.enum(['true', 'false']).optional();

const reading = z.looseObject({
  stream: flag,
  starting_after: z.coerce.number({ error: 'must be the number of an event' }).int().min(0).optional(),
});

const NO_STORE = { 'cache-control': 'no-store' };

/**
 * GET /api/v1/responses/{id}: the current state; with `stream=true` the events from the first, live while it
 * is in progress.
 * @throws AppError not_found for a response that is unknown, deleted, not stored or of another account
 */
export const responseCall = hubEndpoint(
  { params, query: reading },
  async ({ context, user, key, params: { responseId: id }, query }) => {
    const found = await findStored(user.id, id);
    if (query.stream !== 'true') return new JsonResponse(currentObject(found), { headers: NO_STORE });
    return followResponse({
      stored: found.stored,
      after: query.starting_after ?? -1,
      context,
      stopSignal: watchKey(key.id, context.closed),
      headers: NO_STORE,
    });
  },
);

/**
 * DELETE /api/v1/responses/{id}. Stops a response in the background, since it could not be read any more.
 * @throws AppError not_found
 */
export const deleteResponseCall = hubEndpoint(
  { params },
  async ({ user, params: { responseId: id } }): Promise<ResponseDeletedAnswer> => {
    const { stored } = await findStored(user.id, id);
    const owned = { userId: user.id, id: stored.id };
    const deleted = await forgetResponse(owned);
    await stopJob(owned, 'background');
    return { id: responseId(stored.id), object: 'response', deleted };
  },
);

/** How long a cancellation waits for the run to end, in milliseconds. */
const STOP_MS = 5_000;

/**
 * POST /api/v1/responses/{id}/cancel: stops a response in the background; its output so far is charged.
 * Returns a response that has already ended.
 * @throws AppError not_found; invalid_request for one that is not in the background
 */
export const cancelResponseCall = hubEndpoint(
  { params },
  async ({ context, user, params: { responseId: id } }) => {
    const found = await findStored(user.id, id);
    const { stored } = found;
    if (!stored.isBackground)
      throw new AppError('invalid_request', {
        param: 'id',
        message:
          'Only a response with background: true can be cancelled. Another ends when its client leaves.',
      });
    if (hasEnded(stored)) return new JsonResponse(currentObject(found), { headers: NO_STORE });
    await stopAndWait({ userId: user.id, id: stored.id }, context.closed);
    return new JsonResponse(currentObject(await findStored(user.id, id)), { headers: NO_STORE });
  },
);

async function stopAndWait(owned: { userId: string; id: string }, closed: AbortSignal): Promise<void> {
  const reader = openCallReader(owned.id);
  try {
    await stopJob(owned, 'background');
    const waiting = AbortSignal.any([closed, AbortSignal.timeout(STOP_MS)]);
    for await (const entry of reader.entries(waiting)) if (entry.type === 'end') return;
  } finally {
    reader.close();
  }
}

const page = z.looseObject({
  after: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  order: z.enum(['asc', 'desc']).default('desc'),
});

/**
 * GET /api/v1/responses/{id}/input_items: its own input, without the responses that it continues.
 * @throws AppError not_found; invalid_request for an `after` that is not one of its items
 */
export const inputItemsCall = hubEndpoint(
  { params, query: page },
  async ({
    user,
    params: { responseId: id },
    query: { after, limit, order },
  }): Promise<ResponseInputListAnswer> => {
    const { stored } = await findStored(user.id, id);
    const items = inputItemsOf(stored);
    if (order === 'desc') items.reverse();
    const last = after === undefined ? -1 : items.findIndex((item) => item.id === after);
    if (after !== undefined && last < 0)
      throw new AppError('invalid_request', { param: 'after', message: 'after: there is no such item.' });
    const data = items.slice(last + 1, last + 1 + limit);
    return {
      object: 'list',
      data: data.map(toWireItem),
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: last + 1 + limit < items.length,
    };
  },
);

/** An input item as the list returns it: text is in parts, and absent fields are null. */
function toWireItem(item: NamedItem): ResponseInputListAnswer['data'][number] {
  if (item.type === 'message') {
    const type = item.role === 'assistant' ? 'output_text' : 'input_text';
    const { content } = item;
    const parts = typeof content === 'string' ? [{ type, text: content }] : content;
    return {
      ...item,
      status: 'completed',
      content: parts.map((part) => (part.type === 'output_text' ? { annotations: [], ...part } : part)),
    };
  }
  return item.type === 'reasoning'
    ? { ...item, summary: item.summary ?? [] }
    : { ...item, status: 'completed' };
}
