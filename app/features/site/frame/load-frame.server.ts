import type { AppLoadContext } from '@remix-run/node';
import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { hasConversations } from '#app/core/conversations/conversations.ts';
import { readBalanceAndAlert } from '#app/core/ledger/balance-alerts.ts';
import { config } from '#app/core/platform/config.ts';
import { siteLinks } from '#app/features/site/site-facts.server.ts';
import { pageLoader, readNewestEvent } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { FrameAccount, FrameData } from './frame-data.ts';

/** Redirects a visitor to the login: the loader of a layout whose pages are for signed-in users. */
export const requireUser = pageLoader({ auth: 'user' }, () => null);

/** The frame of a page, of a signed-in user or of a visitor. */
export const loadFrame = pageLoader({ auth: 'visitor' }, async ({ user, context }): Promise<FrameData> => ({
  account: user && (await readAccount(user, context)),
  isRegistrationOpen: config().ALLOW_REGISTRATION,
  links: siteLinks(),
}));

async function readAccount(
  { id: userId, name, avatar, role }: SessionUser,
  context: AppLoadContext,
): Promise<FrameAccount> {
  const [newestEvent, { balanceMicro, belowMicro }, isTalking] = await Promise.all([
    readNewestEvent(context, userId),
    readBalanceAndAlert(AUTOCOMMIT, userId),
    hasConversations(AUTOCOMMIT, userId),
  ]);
  return {
    userId,
    newestEvent,
    name,
    avatar,
    balanceMicro: config().CHECK_BALANCE ? balanceMicro.toString() : null,
    lowBelowMicro: belowMicro?.toString() ?? null,
    hasConversations: isTalking,
    isAdmin: role === 'ADMIN',
  };
}
