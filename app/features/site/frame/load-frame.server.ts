import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { hasConversations } from '#app/core/conversations/conversations.ts';
import { readBalanceAndAlert } from '#app/core/ledger/balance-alerts.ts';
import { config } from '#app/core/platform/config.ts';
import { newestUserEvent } from '#app/core/realtime/user-events.ts';
import { siteLinks } from '#app/features/site/site-facts.server.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { FrameAccount, PublicFrameData } from './frame-data.ts';

/** The frame of a working page; redirects a visitor to the login. */
export const loadWorkingFrame = pageLoader({ auth: 'user' }, ({ user }) => readAccount(user));

/** The frame of a page that is also open to visitors. */
export const loadPublicFrame = pageLoader(
  { auth: 'visitor' },
  async ({ user }): Promise<PublicFrameData> => ({
    account: user && (await readAccount(user)),
    isRegistrationOpen: config().ALLOW_REGISTRATION,
    links: siteLinks(),
  }),
);

async function readAccount({ id: userId, name, avatar, role }: SessionUser): Promise<FrameAccount> {
  // Read first: events during the other reads get a later number.
  const newestEvent = await newestUserEvent(userId);
  const [{ balanceMicro, belowMicro }, isTalking] = await Promise.all([
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
