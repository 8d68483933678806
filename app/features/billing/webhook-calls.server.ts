import type { PaymentProvider } from '#app/contracts/payments/purchase.ts';
import { acceptWebhook } from '#app/core/payments/webhook.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { readBytes } from '#app/http/body/read-body.ts';

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
