import { data } from '@remix-run/node';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { readPayAmount } from '#app/contracts/payments/fees.ts';
import { findAccountId } from '#app/core/ledger/accounts.ts';
import { CheckoutError } from '#app/core/payments/errors.ts';
import { payPage, waysToPay } from '#app/core/payments/ways-to-pay.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { logger } from '#app/core/platform/logger.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { pageAction } from '#app/http/page/page-action.ts';
import { pageLoader, type PageRequest } from '#app/http/page/page-loader.ts';
import { detectLocale } from '#app/ui/i18n/detect.server.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { readBuyData, readMethod, typedAmount } from './buy-data.server.ts';
import type { CheckoutAnswer } from './buy-data.ts';

const text = z.string().default('');
const FIELDS = z.object({ amount: text, method: text, orderId: text });

/** Loads the form of a payment. @throws Response 404 when no credit is sold */
export const loadCheckout = pageLoader({ auth: 'user' }, async ({ user, request }) => {
  if (waysToPay().length === 0) throw new AppError('not_found');
  const [{ returned: _, ...choices }, texts] = await Promise.all([
    readBuyData(request, user),
    pageTexts(request, 'purchases'),
  ]);
  return { choices, texts };
});

/**
 * Creates the page on which the amount of the form is paid, and returns its address. Adds no credit: the page
 * has the amount and the account from here, and only the payment service's webhook credits a payment.
 */
export const actOnCheckout = pageAction({
  auth: 'user',
  texts: 'purchases',
  read: readSent,
  acts: async ({ form, accountId, user, request, t }) => {
    const fields = readFields(form, FIELDS);
    const method = readMethod(fields.method, waysToPay());
    const sent = { amount: typedAmount(fields.amount), method };
    const read = readPayAmount(fields.amount);
    if ('problem' in read)
      return data<CheckoutAnswer>({ ...sent, page: null, failed: null }, { status: 400 });
    return open(sent, {
      accountId,
      email: user.email,
      language: await detectLocale(request),
      amountMicro: read.micro,
      orderId: isId(fields.orderId) ? fields.orderId : newId(),
      names: { credit: t('line.credit'), fee: t('line.fee') },
    });
  },
});

async function readSent({ user, request }: PageRequest) {
  const form = await readForm(request);
  const accountId = await findAccountId(user.id);
  if (accountId === null || waysToPay().length === 0) throw new AppError('not_found');
  return { form, accountId };
}

async function open(
  sent: Pick<CheckoutAnswer, 'amount' | 'method'>,
  order: Parameters<typeof payPage>[1],
): Promise<ReturnType<typeof data<CheckoutAnswer>>> {
  try {
    const page = await payPage(sent.method, order);
    // Works without scripts too, and despite a policy that forbids forms to post to other sites.
    const headers = { refresh: `0;url=${page}` };
    return data<CheckoutAnswer>({ ...sent, page, failed: null }, { headers });
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    logger().warn({ problem: error.problem, detail: error.detail }, 'no checkout was made');
    return data<CheckoutAnswer>({ ...sent, page: null, failed: error.problem }, { status: 502 });
  }
}
