import type { PaymentProvider } from '#app/contracts/payments/receipt.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { acceptWebhook } from '#app/core/payments/webhook.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { readBytes } from '#app/http/body/read-body.ts';
import { JsonResponse } from '#app/http/response/written-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Several times what the largest event of a payment takes. */
const MAX_BYTES = 256 * 1024;

const webhookCall = (provider: PaymentProvider) =>
  endpoint({ auth: 'none' }, async ({ request }) => {
    const bytes = await readBytes(request, MAX_BYTES);
    await acceptWebhook(provider, bytes, request.headers);
    return { received: true };
  });

/** POST /api/webhooks/stripe: what happened to payments by card. It is known by its signature, over the body as it came. */
export const stripeWebhook = webhookCall('stripe');

/** POST /api/webhooks/coinbase: what happened to payments in crypto, known as above. */
export const coinbaseWebhook = webhookCall('coinbase');

/**
 * GET /api/balance: the balance as the specification wants it, a bare number of micro-dollars (exact up to nine
 * thousand million dollars). The part of it that is set aside for running replies stands in `x-balance-held`.
 */
export const balanceCall = endpoint({ auth: 'user' }, async ({ user }) => {
  const { balanceMicro, heldMicro } = await readBalance(AUTOCOMMIT, user.id);
  const headers = { 'cache-control': 'no-store', 'x-balance-held': heldMicro.toString() };
  return new JsonResponse(Number(balanceMicro), { headers });
});
