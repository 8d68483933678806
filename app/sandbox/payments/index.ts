// The local payment page as a process: PORT, APP_ORIGIN, and the application's own secrets.
import { startPaymentPage } from './start-payment-page.ts';

const env = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
};

const paymentPage = await startPaymentPage({
  port: Number(env('PORT')),
  appOrigin: env('APP_ORIGIN'),
  stripeSecret: env('STRIPE_WEBHOOK_SECRET'),
  stripeKey: env('STRIPE_SECRET_KEY'),
  coinbaseSecret: env('COINBASE_WEBHOOK_SECRET'),
  coinbaseKeyId: env('COINBASE_API_KEY_ID'),
  coinbaseKeySecret: env('COINBASE_API_KEY_SECRET'),
});
console.log(JSON.stringify({ process: 'payments', msg: 'listening', url: paymentPage.origin }));

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    paymentPage.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}
