import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { formatExactly } from '#app/contracts/money.ts';
import { findUserByEmail } from '#app/core/accounts/user.ts';
import { announceBalance } from '#app/core/ledger/balances.ts';
import { creditPayment } from '#app/core/operator/credit.ts';
import { creditOf } from '#app/core/payments/purchase-credit.ts';
import { findUnmatched, listUncredited, type Purchase } from '#app/core/payments/purchase.ts';
import { isId } from '#app/core/platform/ids.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { OPERATOR_PATHS } from '../operator-paths.ts';
import { doneAt, operatorAction } from '../operator.server.ts';
import {
  EMAIL_MAX,
  PAYMENT_VIEWS,
  type MatchQuestion,
  type PaymentLine,
  type PaymentsData,
} from './payments-data.ts';

const PAGE_SIZE = 25;
const ID_LENGTH = 120;

/**
 * Loads payments that are not credited, by `?view=`; with `?match=` and `?email=` also the question whether
 * to credit that payment to that user.
 */
export const loadPayments = pageLoader({ auth: 'admin' }, async ({ url }): Promise<PaymentsData> => {
  const params = url.searchParams;
  const view = PAYMENT_VIEWS.find((one) => one === params.get('view')) ?? 'unmatched';
  const named = params.get('before');
  const before = isId(named) ? named : null;
  const found = await listUncredited(AUTOCOMMIT, { states: [view], before, limit: PAGE_SIZE + 1 });
  const shown = found.slice(0, PAGE_SIZE);
  return {
    view,
    isLater: before !== null,
    payments: await Promise.all(shown.map(toLine)),
    nextBefore: found.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
    question: await questionOf(params.get('match'), params.get('email')),
  };
});

const MATCH = z.object({ purchaseId: z.string().refine(isId), userId: z.string().refine(isId) });

/** Credits a payment to a user, once. */
export const actOnPayments = operatorAction(async ({ form, actor }) => {
  const { purchaseId, userId } = readFields(form, MATCH);
  const creditedMicro = await transaction((tx) => creditPayment(tx, { purchaseId, userId, actor }));
  if (creditedMicro === null) throw new AppError('not_found', { param: 'purchaseId' });
  await announceBalance(userId);
  return doneAt(OPERATOR_PATHS.payments, 'matched', { params: { amount: formatExactly(creditedMicro) } });
});

async function questionOf(purchaseId: string | null, typed: string | null): Promise<MatchQuestion | null> {
  if (!isId(purchaseId)) return null;
  const purchase = await findUnmatched(AUTOCOMMIT, purchaseId);
  if (!purchase) return null;
  const email = (typed ?? '').slice(0, EMAIL_MAX).trim();
  const user = email === '' ? null : await findUserByEmail(AUTOCOMMIT, email);
  return {
    payment: await toLine(purchase),
    email,
    user: user && { id: user.id, email: user.email, name: user.name },
    creditMicro: creditOf(purchase).toString(),
  };
}

async function toLine(purchase: Purchase): Promise<PaymentLine> {
  const { id, provider, paymentId, reason, currency, paidMicro, paidAt, email } = purchase;
  const known = email === null ? null : await findUserByEmail(AUTOCOMMIT, email);
  return {
    id,
    provider,
    paymentId: paymentId.slice(0, ID_LENGTH),
    isAutomatic: purchase.topUpId !== null,
    reason,
    currency: currency?.toUpperCase() ?? null,
    paidMicro: paidMicro.toString(),
    paidAt: paidAt?.toISOString() ?? null,
    email,
    known: known && { id: known.id, email: known.email },
  };
}
