import type { LoaderFunctionArgs } from '@remix-run/node';
import { listConversations } from '#app/core/conversations/list-conversations.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** The first page of the list, and whose it is. With `?list=` a later page, for a browser without scripts. */
export async function loadSideBar({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const cursor = new URL(request.url).searchParams.get('list');
  const page = await listConversations(AUTOCOMMIT, { userId: user.id, cursor });
  return { ...page, cursor, userId: user.id, now: new Date().toISOString() };
}
