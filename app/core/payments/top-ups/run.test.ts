import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { newId } from '#app/core/platform/ids.ts';
import { failureOf, readPayment } from './run.ts';

const id = newId();
const intent = (facts: object) => ({
  id: 'pi_1',
  amount_received: 2000,
  currency: 'usd',
  created: 1_800_000_000,
  livemode: false,
  status: 'succeeded',
  metadata: { reference: 'acct_1', top_up: id },
  last_payment_error: null,
  ...facts,
});

describe('an answer of Stripe about a payment', () => {
  it('that was made is an event of its own, whose fact names the top-up', () => {
    expect(readPayment(intent({}))).toMatchObject({
      standing: 'paid',
      event: {
        id: 'answer:pi_1',
        isLive: false,
        facts: [{ paymentId: 'pi_1', standing: 'paid', paidMicro: 20_000_000n, topUpId: id }],
      },
    });
  });

  it.each([
    ['requires_payment_method', { code: 'card_declined' }, 'declined'],
    ['requires_payment_method', { code: 'authentication_required' }, 'authentication'],
    ['requires_payment_method', null, 'declined'],
    ['requires_payment_method', { code: 7 }, 'declined'],
    ['requires_action', null, 'authentication'],
    ['canceled', null, 'declined'],
  ])('with the status %s and the error %j has failed: %s', (status, error, problem) => {
    expect(readPayment(intent({ status, last_payment_error: error }))).toEqual({
      standing: 'failed',
      paymentId: 'pi_1',
      problem,
    });
  });

  it.each(['processing', 'requires_capture', 'requires_confirmation', 'something new'])(
    'with the status %s is pending',
    (status) => {
      expect(readPayment(intent({ status }))).toEqual({ standing: 'waiting' });
    },
  );

  it('in another format is rejected', () => {
    for (const wrong of [null, {}, intent({ id: 'pi 1' }), intent({ amount_received: -1 })])
      expect(() => readPayment(wrong)).toThrow(ZodError);
  });
});

it('treats an unknown error code as a declined card', () => {
  expect(['authentication_required', 'expired_card', ''].map(failureOf)).toEqual([
    'authentication',
    'declined',
    'declined',
  ]);
});
