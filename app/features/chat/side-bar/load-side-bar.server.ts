import { countConversations, listConversations, listPinned } from '#app/core/conversations/conversations.ts';
import { listFolders } from '#app/core/conversations/folders.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { SideBarData } from './listed-conversations.ts';

/**
 * Loads the first page of the list of conversations; with `?list=` a later page, for a browser without
 * scripts. Null for a visitor.
 */
export const loadSideBar = pageLoader(
  { auth: 'visitor' },
  async ({ user, url }): Promise<SideBarData | null> => {
    if (!user) return null;
    const cursor = url.searchParams.get('list');
    const [page, pinned, folders] = await Promise.all([
      listConversations(AUTOCOMMIT, { userId: user.id, cursor }),
      listPinned(AUTOCOMMIT, user.id),
      listFolders(AUTOCOMMIT, user.id),
    ]);
    return { ...page, pinned, folders, cursor, now: new Date().toISOString() };
  },
);

/** Loads a page of the archived chats. */
export const loadArchive = pageLoader({ auth: 'user' }, ({ user, url: { searchParams } }) =>
  listConversations(AUTOCOMMIT, { userId: user.id, place: 'archive', cursor: searchParams.get('after') }),
);

/** Loads the number of chats, which the button that deletes all of them names. */
export const loadChatCount = pageLoader({ auth: 'user' }, async ({ user }) => ({
  chats: await countConversations(AUTOCOMMIT, user.id),
}));
