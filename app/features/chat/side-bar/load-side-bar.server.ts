import { listConversations } from '#app/core/conversations/conversations.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { SideBarData } from './listed-conversations.ts';

/**
 * Loads the first page of the list of conversations; with `?list=` a later page, for a browser without
 * scripts.
 */
export const loadSideBar = pageLoader({ auth: 'user' }, async ({ user, url }): Promise<SideBarData> => {
  const cursor = url.searchParams.get('list');
  const page = await listConversations(AUTOCOMMIT, { userId: user.id, cursor });
  return { ...page, cursor, now: new Date().toISOString() };
});
