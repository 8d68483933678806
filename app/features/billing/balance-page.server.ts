import type { LoaderFunctionArgs } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import { listEntries, readSignupCredit } from '#app/core/ledger/list-entries.ts';
import { readBalance } from '#app/core/ledger/read-balance.ts';
import { config } from '#app/core/platform/config.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { errorResponse } from '#app/http/errors/error-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { BalanceData } from './balance-page.ts';

/** The caller's balance, and a page of their ledger: the newest, or the one that `?before=` names. */
export async function loadBalance({ request, context }: LoaderFunctionArgs): Promise<BalanceData> {
  const { id: userId, email } = await requireUser(request, context);
  const { CHECK_BALANCE, PAYMENT_URL } = config();
  const cursor = new URL(request.url).searchParams.get('before');
  const [{ balanceMicro, heldMicro }, signupMicro, page] = await Promise.all([
    readBalance(AUTOCOMMIT, userId),
    readSignupCredit(AUTOCOMMIT, userId),
    listEntries(AUTOCOMMIT, { userId, cursor }).catch(refuse),
  ]);
  return {
    balanceMicro: balanceMicro.toString(),
    heldMicro: heldMicro.toString(),
    signupMicro: signupMicro?.toString() ?? null,
    isCharged: CHECK_BALANCE,
    paymentUrl: PAYMENT_URL ? withEmail(PAYMENT_URL, email) : null,
    isOlder: cursor !== null,
    ...page,
  };
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
