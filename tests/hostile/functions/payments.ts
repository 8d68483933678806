import { fromDecimal, fromSmallestUnit } from '#app/core/payments/amounts.ts';
import { readCoinbaseEvent, verifyCoinbase } from '#app/core/payments/coinbase/webhook.ts';
import { toCheckoutError } from '#app/core/payments/errors.ts';
import { readReference } from '#app/core/payments/reference.ts';
import { readIntentResponse, readStripeEvent } from '#app/core/payments/stripe/events.ts';
import { pageLanguage } from '#app/core/payments/stripe/hosted-page.ts';
import { failureOf, readPayment } from '#app/core/payments/top-ups/run.ts';
import { readMethod, typedAmount } from '#app/features/billing/buy/buy-data.server.ts';
import { jsonOf, type Room } from './reads.ts';

const session = (text: string) => ({
  id: 'evt_1',
  object: 'event',
  type: 'checkout.session.completed',
  created: 1,
  livemode: false,
  data: {
    object: {
      id: 'cs_1',
      mode: text,
      payment_status: 'paid',
      client_reference_id: text.slice(0, 200),
      customer_details: { email: text },
      currency: text.slice(0, 9),
    },
  },
});

const intent = (text: string) => ({
  id: 'pi_1',
  amount_received: 2000,
  currency: 'usd',
  created: 1,
  livemode: false,
  status: text,
  metadata: { reference: text.slice(0, 200), top_up: text.slice(0, 40) },
  last_payment_error: { code: text },
});

export const PAYMENTS: Room = {
  failureOf,
  pageLanguage,
  readIntentResponse: (text) => readIntentResponse(intent(text)),
  readPayment: (text) => readPayment(intent(text)),
  fromDecimal,
  fromSmallestUnit: (text) => fromSmallestUnit(100, text),
  readMethod: (text) => readMethod(text, ['card', 'crypto']),
  readReference,
  toCheckoutError,
  typedAmount,
  readStripeEvent: (text) => readStripeEvent(jsonOf(text)),
  'readStripeEvent, a session': (text) => readStripeEvent(session(text)),
  readCoinbaseEvent: (text) => readCoinbaseEvent(jsonOf(text)),
  'readCoinbaseEvent, its fields': (text) =>
    readCoinbaseEvent({
      id: text,
      eventType: text,
      metadata: { reference: text },
      refunds: [{ amount: text }],
    }),
  verifyCoinbase: (text) =>
    verifyCoinbase(Buffer.from(text), { get: () => `t=1,h=${text},v1=${text}` }, { secret: 's' }),
};
