import type { PaymentProvider } from '#app/contracts/payments/receipt.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { acceptWebhook } from '#app/core/payments/webhook.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { readBytes } from '#app/http/body/read-body.ts';
import { JsonResponse } from '#app/http/response/written-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Several times the size of the largest event of a payment. */
const MAX_BYTES = 256 * 1024;

const webhookCall = (provider: PaymentProvider) =>
  endpoint({ auth: 'none' }, async ({ request }) => {
    const bytes = await readBytes(request, MAX_BYTES);
    await acceptWebhook(provider, bytes, request.headers);
    return { received: true };
  });

/**
 * POST /api/webhooks/stripe: receives events of payments by card. The signature over the raw body
 * authenticates them.
 */
export const stripeWebhook = webhookCall('stripe');

/** POST /api/webhooks/coinbase: receives events of payments in crypto, authenticated likewise. */
export const coinbaseWebhook = webhookCall('coinbase');

/**
 * GET /api/balance: returns the balance as the specification requires, a bare number of micro-dollars (exact
 * up to nine thousand million dollars). `x-balance-held` has the part that is reserved for running replies.
 */
export const balanceCall = endpoint({ auth: 'user' }, async ({ user }) => {
  const { balanceMicro, heldMicro } = await readBalance(AUTOCOMMIT, user.id);
  const headers = { 'cache-control': 'no-store', 'x-balance-held': heldMicro.toString() };
  return new JsonResponse(Number(balanceMicro), { headers });
});
