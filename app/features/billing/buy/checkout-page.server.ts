import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { readPayAmount } from '#app/contracts/payments/fees.ts';
import { findAccountId } from '#app/core/ledger/accounts.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { CheckoutError } from '#app/core/payments/errors.ts';
import { cryptoPage, sellsForCrypto } from '#app/core/payments/ways-to-pay.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { logger } from '#app/core/platform/logger.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { readBuyData, typedAmount } from './buy-data.server.ts';
import type { CheckoutAnswer } from './buy-data.ts';

const FIELDS = z.object({ amount: z.string().default(''), orderId: z.string().default('') });

/** Loads the form for a payment in crypto. @throws Response 404 when credit is not sold for crypto */
export async function loadCheckout({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  if (!sellsForCrypto()) throw errorResponse(new AppError('not_found'));
  const [{ amount, orderId }, texts] = await Promise.all([
    readBuyData(request, user),
    pageTexts(request, 'purchases'),
  ]);
  return { amount, orderId, texts };
}

/**
 * Creates the page on which the amount of the form is paid in crypto, and returns its address. Adds no
 * credit.
 */
export async function actOnCheckout({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const form = await readForm(request);
  try {
    const accountId = await findAccountId(user.id);
    if (accountId === null || !sellsForCrypto()) throw new AppError('not_found');
    await consumeWriteQuota(user.id);
    const fields = readFields(form, FIELDS);
    const amount = typedAmount(fields.amount);
    const read = readPayAmount(fields.amount);
    if ('problem' in read) return data<CheckoutAnswer>({ amount, page: null, failed: null }, { status: 400 });
    const orderId = isId(fields.orderId) ? fields.orderId : newId();
    return await order({ accountId, amountMicro: read.micro, orderId }, { amount });
  } catch (error) {
    throw errorResponse(toAppError(error, context.requestId));
  }
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
