import { ZodError } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import type { PaymentProvider } from '#app/contracts/payments/receipt.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { readCoinbaseEvent, verifyCoinbase } from './coinbase/webhook.ts';
import { SignatureError } from './errors.ts';
import { applyEvent, type Outcome } from './event-effects.ts';
import type { PaymentEvent } from './payment-event.ts';
import { readStripeEvent, verifyStripe } from './stripe/events.ts';

type Headers = Pick<globalThis.Headers, 'get'>;

/**
 * Accepts a webhook of a payment service: its signature and age are checked, then its facts are stored and
 * booked. It may be acknowledged once this has returned.
 * @param bytes the body as received: the signed bytes
 * @throws AppError not_found when the service is not set up, invalid_request for a webhook with a wrong
 * signature or format
 */
export async function acceptWebhook(
  provider: PaymentProvider,
  bytes: Uint8Array,
  headers: Headers,
): Promise<Outcome> {
  try {
    const event = await READERS[provider](bytes, headers);
    const outcome = await applyEvent(event);
    logger().info({ provider, event: event.id, type: event.type, outcome }, 'payment webhook');
    return outcome;
  } catch (error) {
    if (error instanceof SignatureError) return refuse(provider, error.problem);
    if (error instanceof ZodError) return refuse(provider, fieldOf(error));
    throw error;
  }
}

const READERS: Record<PaymentProvider, (bytes: Uint8Array, headers: Headers) => Promise<PaymentEvent>> = {
  async stripe(bytes, headers) {
    const secret = needed(config().STRIPE_WEBHOOK_SECRET);
    return readStripeEvent(await verifyStripe(bytes, headers.get('stripe-signature'), secret));
  },
  async coinbase(bytes, headers) {
    const secret = needed(config().COINBASE_WEBHOOK_SECRET);
    verifyCoinbase(bytes, headers, { secret });
    return readCoinbaseEvent(parse(bytes));
  },
};

function needed(secret: string | undefined): string {
  if (secret === undefined) throw new AppError('not_found', { message: 'Not found.' });
  return secret;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new SignatureError('malformed');
  }
}

/** Logs the problem, but no content of the webhook. */
function refuse(provider: PaymentProvider, problem: string): never {
  logger().warn({ provider, problem }, 'a payment webhook is refused');
  throw new AppError('invalid_request', { message: `This webhook is not accepted: ${problem}.` });
}

function fieldOf({ issues: [issue] }: ZodError): string {
  return `field ${(issue?.path ?? []).map(String).join('.').slice(0, 100)}`;
}
