import type { Stripe } from 'stripe';
import { z, ZodError } from 'zod';
import { StripeError } from '#app/core/payments/errors.ts';
import { config } from '#app/core/platform/config.ts';

/** Less than the time for which a worker owns a job of the outbox. */
const TIMEOUT_MS = 8_000;

let client: { for: string; stripe: Stripe } | undefined;

/** Returns whether Stripe is set up, so that users can have auto top-up. */
export function isStripeSetUp(): boolean {
  return config().STRIPE_SECRET_KEY !== undefined;
}

/**
 * Calls Stripe through its own package, which is large and loaded on the first call. It does not retry by
 * itself.
 * @param ask its result must have been parsed by a schema
 * @throws StripeError
 */
export async function callStripe<Result>(ask: (stripe: Stripe) => Promise<Result>): Promise<Result> {
  const stripe = await connect();
  try {
    return await ask(stripe);
  } catch (error) {
    // Stripe's errors contain headers and the request: only their kind is passed on.
    throw toStripeError(error);
  }
}

async function connect(): Promise<Stripe> {
  const { STRIPE_SECRET_KEY: key, STRIPE_BASE_URL } = config();
  if (key === undefined) throw new StripeError('key', 'STRIPE_SECRET_KEY is not set');
  const wanted = `${key} ${STRIPE_BASE_URL}`;
  if (client?.for === wanted) return client.stripe;
  const { Stripe: Package } = await import('stripe');
  const { protocol, hostname, port } = new URL(STRIPE_BASE_URL);
  const stripe = new Package(key, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port !== '' && { port }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
  });
  client = { for: wanted, stripe };
  return stripe;
}

const raised = z.object({
  type: z.string().max(60),
  statusCode: z.number().optional(),
  code: z
    .string()
    .regex(/^\w{1,40}$/)
    .optional()
    .catch(undefined),
  param: z.string().max(60).optional().catch(undefined),
});

function toStripeError(error: unknown): StripeError {
  if (error instanceof StripeError) return error;
  if (error instanceof ZodError) return new StripeError('unreachable', 'not_understood');
  const details = raised.safeParse(error).data;
  if (!details) return new StripeError('unreachable', 'no_answer');
  const { type, statusCode: status, code, param = null } = details;
  if (type === 'StripeCardError') return new StripeError('declined', code ?? 'card_declined');
  if (status === 401 || status === 403) return new StripeError('key', `status_${status}`);
  // A reused idempotency key with other parameters does not show the outcome of its first use.
  const isDefinite = type === 'StripeInvalidRequestError' && (status === 400 || status === 404);
  if (isDefinite) return new StripeError('refused', code ?? `status_${status}`, param);
  return new StripeError('unreachable', status === undefined ? 'no_answer' : `status_${status}`);
}
