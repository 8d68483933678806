import { afterAll, beforeAll } from 'vitest';
import { paymentPageEnvironment } from '#scripts/launch/payment-page.mjs';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { startPaymentPage, type PaymentPage } from '#app/sandbox/payments/start-payment-page.ts';

interface UsedPaymentPage {
  origin: () => string;
  /** Sets the address of the application, once it has started. */
  sendTo: (appOrigin: string) => void;
}

/**
 * The local payment page for a test file, configured in the environment of the processes that are started
 * after it: call it before `useWeb`.
 */
export function usePaymentPage(): UsedPaymentPage {
  let paymentPage: PaymentPage;
  const options = { appOrigin: '' };
  beforeAll(async () => {
    const port = await findFreePort();
    const env = paymentPageEnvironment({ port, password: 'of this file' });
    Object.assign(process.env, env, { SANDBOX: 'true' });
    Object.assign(options, {
      port,
      stripeSecret: env['STRIPE_WEBHOOK_SECRET'],
      stripeKey: env['STRIPE_SECRET_KEY'],
      coinbaseSecret: env['COINBASE_WEBHOOK_SECRET'],
      coinbaseKeyId: env['COINBASE_API_KEY_ID'],
      coinbaseKeySecret: env['COINBASE_API_KEY_SECRET'],
    });
    paymentPage = await startPaymentPage(options as Parameters<typeof startPaymentPage>[0]);
  });
  afterAll(() => paymentPage.close());
  return {
    origin: () => paymentPage.origin,
    sendTo: (appOrigin) => (options.appOrigin = appOrigin),
  };
}
