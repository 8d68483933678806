import { data } from '@remix-run/node';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { readPayAmount } from '#app/contracts/payments/fees.ts';
import { findAccountId } from '#app/core/ledger/accounts.ts';
import { CheckoutError } from '#app/core/payments/errors.ts';
import { cryptoPage, sellsForCrypto } from '#app/core/payments/ways-to-pay.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { logger } from '#app/core/platform/logger.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { pageAction } from '#app/http/page/page-action.ts';
import { pageLoader, type PageRequest } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { readBuyData, typedAmount } from './buy-data.server.ts';
import type { CheckoutAnswer } from './buy-data.ts';

const FIELDS = z.object({ amount: z.string().default(''), orderId: z.string().default('') });

/** Loads the form for a payment in crypto. @throws Response 404 when credit is not sold for crypto */
export const loadCheckout = pageLoader({ auth: 'user' }, async ({ user, request }) => {
  if (!sellsForCrypto()) throw new AppError('not_found');
  const [{ amount, orderId }, texts] = await Promise.all([
    readBuyData(request, user),
    pageTexts(request, 'purchases'),
  ]);
  return { amount, orderId, texts };
});

/**
 * Creates the page on which the amount of the form is paid in crypto, and returns its address. Adds no
 * credit.
 */
export const actOnCheckout = pageAction({
  auth: 'user',
  read: readSent,
  acts: async ({ form, accountId }) => {
    const fields = readFields(form, FIELDS);
    const amount = typedAmount(fields.amount);
    const read = readPayAmount(fields.amount);
    if ('problem' in read) return data<CheckoutAnswer>({ amount, page: null, failed: null }, { status: 400 });
    const orderId = isId(fields.orderId) ? fields.orderId : newId();
    return order({ accountId, amountMicro: read.micro, orderId }, { amount });
  },
});

async function readSent({ user, request }: PageRequest) {
  const form = await readForm(request);
  const accountId = await findAccountId(user.id);
  if (accountId === null || !sellsForCrypto()) throw new AppError('not_found');
  return { form, accountId };
}

async function order(wanted: Parameters<typeof cryptoPage>[0], { amount }: Pick<CheckoutAnswer, 'amount'>) {
  try {
    const page = await cryptoPage(wanted);
    // Works without scripts too, and despite a policy that forbids forms to post to other sites.
    const headers = { refresh: `0;url=${page}` };
    return data<CheckoutAnswer>({ amount, page, failed: null }, { headers });
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    logger().warn({ problem: error.problem, detail: error.detail }, 'no checkout was made');
    return data<CheckoutAnswer>({ amount, page: null, failed: error.problem }, { status: 502 });
  }
}
