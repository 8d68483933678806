import { data, redirect } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import { TOP_UP_PATH } from '#app/contracts/payments/top-up.ts';
import { storeCard } from '#app/core/accounts/top-up.ts';
import { findAccountId } from '#app/core/ledger/accounts.ts';
import { CheckoutError, StripeError } from '#app/core/payments/errors.ts';
import { cardSavingPage } from '#app/core/payments/top-ups/card.ts';
import { logger } from '#app/core/platform/logger.ts';
import { pageAction } from '#app/http/page/page-action.ts';
import { pageLoader, type PageRequest } from '#app/http/page/page-loader.ts';
import { detectLocale } from '#app/ui/i18n/detect.server.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import type { CardAnswer } from './top-up-data.ts';
import { offersTopUp } from './top-up-page.server.ts';

/** Format of Stripe's ids of pages. */
const SESSION_ID = /^cs_\w{1,200}$/;

/**
 * Stores the card of a user who returns from the page on which it is saved, and redirects to auto top-up; the
 * webhook reports the card too, in case the user does not return. @throws Response 404 when auto top-up is
 * not offered
 */
export const loadCardPage = pageLoader({ auth: 'user' }, async ({ user, request, url }) => {
  if (!offersTopUp()) throw new AppError('not_found');
  const sessionId = url.searchParams.get('session');
  if (sessionId === null) return { texts: await pageTexts(request, 'topup') };
  const accountId = await findAccountId(user.id);
  const isStored =
    accountId !== null && SESSION_ID.test(sessionId) && (await isCardStored({ accountId, sessionId }));
  const flash = isStored
    ? flashCookie({ severity: 'success', key: 'topup:card.saved' })
    : flashCookie({ severity: 'info', key: 'topup:card.later' });
  throw redirect(TOP_UP_PATH, { headers: { 'set-cookie': flash } });
});

async function isCardStored(saved: { accountId: string; sessionId: string }): Promise<boolean> {
  try {
    return await storeCard(saved);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    logger().warn({ problem: error.problem, code: error.code }, 'a saved card cannot be read');
    return false;
  }
}

/** Creates a page of the payment service on which a card is saved, and returns its address. */
export const actOnCard = pageAction({
  auth: 'user',
  read: readAccount,
  acts: async ({ accountId, user, request }) =>
    open({ accountId, email: user.email, language: await detectLocale(request) }),
});

/** The form has no fields, so its body is not read. */
async function readAccount({ user }: PageRequest) {
  const accountId = offersTopUp() ? await findAccountId(user.id) : null;
  if (accountId === null) throw new AppError('not_found');
  return { form: new FormData(), accountId };
}

async function open(owner: Parameters<typeof cardSavingPage>[0]) {
  try {
    const page = await cardSavingPage(owner);
    // Works without scripts too, and despite a policy that forbids forms to post to other sites.
    return data<CardAnswer>({ page, failed: null }, { headers: { refresh: `0;url=${page}` } });
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    logger().warn({ problem: error.problem, detail: error.detail }, 'no page for a card was made');
    return data<CardAnswer>({ page: null, failed: error.problem }, { status: 502 });
  }
}
