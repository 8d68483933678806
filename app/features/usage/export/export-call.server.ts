import { AppError } from '#app/contracts/errors.ts';
import { exportCalls } from '#app/core/generation/report/call-export.ts';
import type { CallFilter } from '#app/core/generation/report/calls.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { Gate, type Leave } from '#app/core/platform/concurrency.ts';
import { startOf, readUsageQuery } from '#app/features/usage/filter/read-usage-query.ts';
import { resolveFilter } from '#app/features/usage/filter/resolve-filter.server.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { chunkedResponse } from '#app/http/response/chunked-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { EXPORT_FORMATS, type ExportFormat } from './export-rows.server.ts';

/** Exports that a process writes for one user at the same time. Each reads much of the database. */
const MAX_EXPORTS = 2;

const PAUSE_SECONDS = 10;

const slots = new Gate({ runningEach: MAX_EXPORTS });

/**
 * GET /usage/export.csv and /usage/export.json: every call of a filter, newest first, streamed while it is
 * read. Ignores invalid values of the address, as the page does. An export counts as a change against the
 * limits.
 */
export const exportCall = pageLoader(
  { auth: 'user' },
  async ({ user, request, url, context }, name: keyof typeof EXPORT_FORMATS) => {
    const { query, userId } = await resolveFilter(user, readUsageQuery(url.searchParams).query);
    const format = EXPORT_FORMATS[name];
    const now = new Date();
    const headers = {
      'content-type': format.type,
      'content-disposition': `attachment; filename="usage-${now.toISOString().slice(0, 10)}.${name}"`,
      'x-content-type-options': 'nosniff',
    };
    if (request.method === 'HEAD') return new Response(null, { headers });
    const { model, source: keyId, dateInterval } = query;
    const filter = { userId, model, keyId, since: startOf(dateInterval, now) };
    try {
      await consumeWriteQuota(user.id);
      const release = takeExportSlot(user.id);
      return chunkedResponse({ headers, pieces: writeCalls(filter, format), onEnd: release });
    } catch (error) {
      return errorResponse(toAppError(error, context.requestId));
    }
  },
);

async function* writeCalls(filter: CallFilter, format: ExportFormat): AsyncGenerator<string> {
  let isFirst = true;
  yield format.before;
  for await (const calls of exportCalls(AUTOCOMMIT, filter)) {
    // Yields '' for an empty batch, so that a reader who has left is noticed during a long search without
    // matches.
    yield calls.length === 0 ? '' : format.rows(calls, isFirst);
    isFirst &&= calls.length === 0;
  }
  yield format.after;
}

/**
 * Takes one of the user's export slots.
 * @returns the function that releases it
 * @throws AppError concurrent if all are taken
 */
function takeExportSlot(userId: string): Leave {
  const slot = slots.take(userId);
  if (typeof slot === 'function') return slot;
  throw new AppError('concurrent', {
    message: `Only ${MAX_EXPORTS} exports of an account are written at a time. Please wait for the others.`,
    params: { limit: MAX_EXPORTS },
    retryAfterSeconds: PAUSE_SECONDS,
  });
}
