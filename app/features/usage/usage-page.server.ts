import { data } from '@remix-run/node';
import type { ActivityPage } from '#app/contracts/usage/activity.ts';
import { listActivity } from '#app/core/generation/report/activity.ts';
import { listChats } from '#app/core/generation/report/chats.ts';
import { readDashboard } from '#app/core/usage/dashboard/dashboard.ts';
import { toAppError } from '#app/http/error-response.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { startOf, readUsageQuery } from './filter/read-usage-query.ts';
import { listAssignees, resolveFilter } from './filter/resolve-filter.server.ts';
import { noticeOf, type UsageQuery } from './filter/usage-query.ts';
import type { UsageData } from './usage-page.ts';

/**
 * The charts, the list of calls or the list of chats that the address selects. If they cannot be read, the page says so and
 * preserves the query.
 */
export const loadUsage = pageLoader({ auth: 'user' }, async ({ user, request, url, context }) => {
  const read = readUsageQuery(url.searchParams);
  const texts = await pageTexts(request, 'charts', 'dashboard');
  const { query, notices, userId, keyName } = await resolveFilter(user, read.query);
  const page: UsageData = {
    query,
    notices: [...read.notices, ...notices],
    isPlain: read.isPlain,
    keyName,
    assignees: await listAssignees(user, query.user),
    ownId: user.id,
    dashboard: null,
    activity: null,
    chats: null,
  };
  try {
    if (query.tab === 'activity') return data({ texts, ...page, ...(await readList(page, userId)) });
    if (query.tab === 'chats') {
      const filter = { ...toCallFilter(query, user.id), userId: user.id, until: query.until ?? undefined };
      return data({ texts, ...page, chats: await listChats(AUTOCOMMIT, filter) });
    }
    const { model, source, dateInterval } = query;
    const filter = { userId, model, keyId: source, dateInterval, withUserGrowth: user.role === 'ADMIN' };
    return data({ texts, ...page, dashboard: await readDashboard(AUTOCOMMIT, filter) });
  } catch (error) {
    const { status } = toAppError(error, context.requestId);
    return data({ texts, ...page }, { status });
  }
});

type ListPart = { activity: ActivityPage } & Pick<UsageData, 'query' | 'notices'>;

async function readList({ query, notices }: UsageData, userId: string | null): Promise<ListPart> {
  const activity = await listActivity(AUTOCOMMIT, { ...toCallFilter(query, userId), ...placeIn(query) });
  if (activity.page === query.page) return { activity, query, notices };
  const shown = noticeOf('page', String(query.page), String(activity.page));
  return { activity, query: { ...query, page: activity.page }, notices: [...notices, shown] };
}

function toCallFilter({ model, source, dateInterval }: UsageQuery, userId: string | null) {
  return { userId, model, keyId: source, since: startOf(dateInterval, new Date()) };
}

const placeIn = ({ page, until }: UsageQuery) => ({ page, until: until ?? undefined });
