import type { LoaderFunctionArgs } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import { listEntries, readSignupCredit } from '#app/core/ledger/list-entries.ts';
import { readBalance } from '#app/core/ledger/read-balance.ts';
import { config } from '#app/core/platform/config.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { errorResponse } from '#app/http/errors/error-response.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { loadLimits } from './caps/load-limits.server.ts';
import type { BalanceData } from './balance-page.ts';
import { loadExpiring } from './expiry/load-expiring.server.ts';

/** The caller's balance, and a page of their ledger: the newest, or the one that `?before=` names. */
export async function loadBalance({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const { id: userId, email } = user;
  const { CHECK_BALANCE, PAYMENT_URL } = config();
  const cursor = new URL(request.url).searchParams.get('before');
  const [{ balanceMicro, heldMicro }, signupMicro, page, limits, expiring, texts] = await Promise.all([
    readBalance(AUTOCOMMIT, userId),
    readSignupCredit(AUTOCOMMIT, userId),
    listEntries(AUTOCOMMIT, { userId, cursor }).catch(refuse),
    CHECK_BALANCE ? loadLimits(user) : null,
    loadExpiring(userId),
    pageTexts(request, 'limits', 'expiry'),
  ]);
  const balance: BalanceData = {
    balanceMicro: balanceMicro.toString(),
    heldMicro: heldMicro.toString(),
    signupMicro: signupMicro?.toString() ?? null,
    isCharged: CHECK_BALANCE,
    paymentUrl: PAYMENT_URL ? withEmail(PAYMENT_URL, email) : null,
    expiring,
    isOlder: cursor !== null,
    limits,
    ...page,
  };
  return { balance, texts };
}

function refuse(error: unknown): never {
  throw error instanceof AppError ? errorResponse(error) : error;
}

/** The payment page with the address of the person filled in, by the parameter that Stripe's pages read. */
function withEmail(paymentUrl: string, email: string): string {
  const url = new URL(paymentUrl);
  url.searchParams.set('prefilled_email', email);
  return url.href;
}
