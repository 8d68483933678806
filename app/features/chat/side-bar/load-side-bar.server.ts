import type { LoaderFunctionArgs } from '@remix-run/node';
import { listConversations } from '#app/core/conversations/conversations.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { SideBarData } from './listed-conversations.ts';

/**
 * Loads the first page of the list of conversations; with `?list=` a later page, for a browser without
 * scripts.
 */
export async function loadSideBar({ request, context }: LoaderFunctionArgs): Promise<SideBarData> {
  const { id: userId } = await requireUser(request, context);
  const cursor = new URL(request.url).searchParams.get('list');
  const page = await listConversations(AUTOCOMMIT, { userId, cursor });
  return { ...page, cursor, now: new Date().toISOString() };
}
