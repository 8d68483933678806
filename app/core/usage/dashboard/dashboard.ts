import type { Dashboard, DashboardFilter, RankedName } from '#app/contracts/usage/dashboard.ts';
import { countUsersBy } from '#app/core/accounts/user-directory.ts';
import { findKeyNames, findKeyOwner } from '#app/core/api-keys/key-names.ts';
import { modelNames } from '#app/core/catalogue/model-names.ts';
import type { Tx } from '#db/transaction.ts';
import { gather, type Gathered } from './totals.ts';
import { topOf, type Ranks } from './ranks.ts';
import type { Span } from './span.ts';
import { addFigures, noFigures, toCallFigures, type Figures } from '#app/core/usage/sums/figures.ts';

/**
 * The sums of a dashboard: from roll-ups, and from the calls that have ended since. A call appears once its
 * settlement has committed.
 */
export async function readDashboard(
  tx: Tx,
  { withUserGrowth, ...wanted }: DashboardFilter & { withUserGrowth: boolean },
): Promise<Dashboard> {
  const filter = {
    ...wanted,
    userId: nameOf(wanted.userId),
    model: nameOf(wanted.model),
    keyId: nameOf(wanted.keyId),
  };
  const owner = filter.userId ?? (filter.keyId && ((await findKeyOwner(tx, filter.keyId)) ?? NO_NAME));
  const { span, now, byBucket, models, keys, applications } = await gather(tx, { ...filter, userId: owner });
  const totals = noFigures();
  for (const figures of byBucket.values()) addFigures(totals, figures);
  return {
    bucket: span.bucket,
    from: span.starts[0]!.toISOString(),
    to: now.toISOString(),
    totals: toCallFigures(totals),
    buckets: bucketsOf(span, byBucket),
    topModels: await named(models, (ids) => modelNames(tx, ids)),
    topKeys: await named(keys, (ids) => findKeyNames(tx, ids)),
    // Applications have no names of their own yet.
    applications: await named(applications, () => new Map()),
    userGrowth: withUserGrowth ? await growthIn(tx, span) : null,
  };
}

/** A name that no user, model or key can have. */
const NO_NAME = '-';

/** Names are ASCII, and their columns cannot be compared with any other text. */
const nameOf = (name: string | null) => (name === null || /^[\x20-\x7e]+$/.test(name) ? name : NO_NAME);

function bucketsOf(span: Span, byBucket: Gathered['byBucket']): Dashboard['buckets'] {
  return span.starts.map((start) => {
    const figures: Figures = byBucket.get(start.getTime()) ?? noFigures();
    return { at: start.toISOString(), ...toCallFigures(figures) };
  });
}

type Names = ReadonlyMap<string, string>;

async function named(
  ranks: Ranks,
  namesOf: (ids: string[]) => Names | Promise<Names>,
): Promise<RankedName[]> {
  const top = topOf(ranks);
  if (top.length === 0) return [];
  const names = await namesOf(top.map(([id]) => id));
  return top.map(([id, { requests, costMicro }]) => ({
    id,
    name: names.get(id) ?? null,
    requests,
    costMicro: costMicro.toString(),
  }));
}

async function growthIn(tx: Tx, { bucket, starts }: Span): Promise<NonNullable<Dashboard['userGrowth']>> {
  const changes = await countUsersBy(tx, bucket);
  let users = 0;
  let next = 0;
  const buckets = starts.map((start) => {
    for (; next < changes.length && changes[next]!.at <= start; next += 1) users += changes[next]!.users;
    return { at: start.toISOString(), users };
  });
  return { totalUsers: users, buckets };
}
