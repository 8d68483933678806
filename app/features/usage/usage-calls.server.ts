import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import type { ActivityLine } from '#app/contracts/usage/activity.ts';
import { DATE_INTERVALS, type Dashboard, type RankedName } from '#app/contracts/usage/dashboard.ts';
import { findKeyOwner } from '#app/core/api-keys/key-names.ts';
import { listActivity } from '#app/core/generation/report/activity.ts';
import { readDashboard } from '#app/core/usage/dashboard/dashboard.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const id = z.uuid().toLowerCase();

const ALL_USERS = 'all';

/** The filter of the sums. A field that is null or absent does not filter. */
const filter = z.object({
  user: z.union([z.literal(ALL_USERS), id], { error: 'must be a user’s id, or all' }).nullish(),
  model: z.string().trim().min(1).max(160).nullish(),
  source: id.nullish(),
  dateInterval: z.enum(DATE_INTERVALS).default('ALL'),
});

type Filter = z.output<typeof filter>;

interface Asker {
  id: string;
  role: string;
}

/**
 * GET /api/hub/stats?user=&model=&source=&dateInterval=: sums of the caller's calls, or for an administrator
 * of any user's or of `all`. `source` is the id of a key. Costs are micro-dollars; costs and tokens are
 * negative, since they are deducted.
 */
export const statsCall = endpoint({ auth: 'user', query: filter }, ({ user, query }) => answer(user, query));

/**
 * POST /api/hub/stats {filter: {user, model, source, dateInterval}}: the same, with a body. The fields may
 * also be in the body itself.
 */
export const statsByBodyCall = endpoint(
  { auth: 'user', body: filter.extend({ filter: filter.nullish() }) },
  ({ user, body }) => answer(user, body.filter ?? body),
);

/** `?page=`, from 1, and `?until=`: the newest call of the list, as returned by an earlier page. */
const activityQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  until: z.uuid().toLowerCase().optional(),
});

/**
 * GET /api/hub/activity?page=1&until=: the caller's calls, newest first, ten per page. With the `until` of
 * the first answer the pages stay the same while new calls arrive; `older`, if not null, is the `until` of a
 * list that continues after the last page. `cost` is micro-dollars as text, like the balance; `latency` and
 * `firstToken` are milliseconds; `usage` has the tokens by class.
 */
export const activityCall = endpoint({ auth: 'user', query: activityQuery }, async ({ user, query }) => {
  const { lines, ...place } = await listActivity(AUTOCOMMIT, { userId: user.id, ...query });
  return { activity: lines.map(toRecord), ...place };
});

/**
 * @throws AppError forbidden naming `user` for another user's sums if the asker is not an administrator;
 * invalid_request naming `source` for a key that does not exist or is not theirs
 */
async function answer(asker: Asker, { user, model, source, dateInterval }: Filter) {
  const isAdmin = asker.role === 'ADMIN';
  const userId = user ?? (isAdmin ? ALL_USERS : asker.id);
  if (!isAdmin && userId !== asker.id)
    throw new AppError('forbidden', {
      param: 'user',
      message: 'Only administrators can see the requests of other users.',
    });
  if (source) await assertOwnKey(source, isAdmin ? null : asker.id);
  const dashboard = await readDashboard(AUTOCOMMIT, {
    userId: userId === ALL_USERS ? null : userId,
    model: model ?? null,
    keyId: source ?? null,
    dateInterval,
    withUserGrowth: isAdmin,
  });
  return toStats(dashboard);
}

/** @param ownerId null: a key of any user */
async function assertOwnKey(keyId: string, ownerId: string | null): Promise<void> {
  const owner = await findKeyOwner(AUTOCOMMIT, keyId);
  if (owner === null || (ownerId !== null && owner !== ownerId))
    throw new AppError('invalid_request', { param: 'source', message: 'source: there is no such key' });
}

/** The format of the hub's specification: lists of one element, and negative values. */
function toStats({ totals, buckets, topModels, topKeys, userGrowth }: Dashboard) {
  return {
    totalCost: [
      {
        total: negative(Number(totals.costMicro)),
        tokenValueByDate: buckets.map(({ at, costMicro }) => ({
          date: at,
          value: negative(Number(costMicro)),
        })),
      },
    ],
    totalTokens: [
      {
        total: negative(tokensOf(totals)),
        tokenValueByDate: buckets.map(({ at, ...figures }) => ({
          date: at,
          value: negative(tokensOf(figures)),
        })),
      },
    ],
    topModels: topModels.map(toCount),
    apiKeys: topKeys.map(toCount),
    userGrowth: userGrowth
      ? [
          {
            totalUsers: userGrowth.totalUsers,
            userCountByDate: userGrowth.buckets.map(({ at, users }) => ({ date: at, userCount: users })),
          },
        ]
      : [],
  };
}

const toCount = ({ id: _id, name, requests }: RankedName) => ({ _id, name, requestCount: requests });

const tokensOf = (figures: { inputTokens: number; outputTokens: number }) =>
  figures.inputTokens + figures.outputTokens;

/** Avoids negative zero, which JSON does not have. */
const negative = (value: number) => (value === 0 ? 0 : -value);

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
