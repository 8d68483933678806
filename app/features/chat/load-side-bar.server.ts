import type { LoaderFunctionArgs } from '@remix-run/node';
import { newestUserEvent } from '#app/core/realtime/user-events.ts';
import { listConversations } from '#app/core/conversations/list-conversations.ts';
import { readBalance } from '#app/core/ledger/read-balance.ts';
import { config } from '#app/core/platform/config.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * The first page of the list, whose it is, their newest event, and their balance (null where the operator pays). With `?list=` a later
 * page, for a browser without scripts.
 */
export async function loadSideBar({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const cursor = new URL(request.url).searchParams.get('list');
  // First: what happens while the rest is read has a later number.
  const newestEvent = await newestUserEvent(user.id);
  const [page, { balanceMicro }] = await Promise.all([
    listConversations(AUTOCOMMIT, { userId: user.id, cursor }),
    readBalance(AUTOCOMMIT, user.id),
  ]);
  return {
    ...page,
    cursor,
    userId: user.id,
    newestEvent,
    now: new Date().toISOString(),
    balanceMicro: config().CHECK_BALANCE ? balanceMicro.toString() : null,
  };
}
