import type { ActivityLine } from '#app/contracts/usage/activity.ts';
import { listActivity } from '#app/core/generation/report/activity.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { activityQuery } from './activity-query.ts';

/**
 * GET /api/hub/activity?page=1&until=: the caller's calls, newest first, ten a page. With the `until` of the first
 * answer the pages stay as they are while new calls arrive; `older`, where it is not null, is the `until` of a list
 * that goes on after the last page. `cost` is micro-dollars as text, as the balance is; `latency` and `firstToken` are
 * milliseconds; `usage` has the tokens by class.
 */
export const activityCall = endpoint({ auth: 'user', query: activityQuery }, async ({ user, query }) => {
  const { lines, ...place } = await listActivity(AUTOCOMMIT, { userId: user.id, ...query });
  return { activity: lines.map(toRecord), ...place };
});

function toRecord({ id, userId: _own, usage, chargedMicro, latencyMs, firstTokenMs, ...line }: ActivityLine) {
  return {
    _id: id,
    ...line,
    inputTokens: usage?.promptTokens ?? null,
    outputTokens: usage?.completionTokens ?? null,
    usage,
    cost: chargedMicro,
    latency: latencyMs,
    firstToken: firstTokenMs,
  };
}
