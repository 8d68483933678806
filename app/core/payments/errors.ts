/** `unreachable`: no usable answer; a retry may help. `refused`: the service refused the request. */
export type CheckoutProblem = 'unreachable' | 'refused';

/** The reason why a webhook is rejected. */
type SignatureProblem = 'missing' | 'malformed' | 'signature' | 'age';

/** Max age of a webhook in seconds, and max time in the future, since clocks differ. */
export const MAX_AGE_S = 300;

/**
 * `declined`: the card cannot be charged. `refused`: the request can never succeed. `unreachable`: no answer,
 * or none that shows the outcome; the same request may be sent again. `key`: Stripe does not accept our key.
 */
type StripeProblem = 'declined' | 'refused' | 'unreachable' | 'key';

/** A payment service created no checkout; nothing was paid. */
export class CheckoutError extends Error {
  constructor(
    readonly problem: CheckoutProblem,
    /** For the log: a status or the kind of failure, and no content of the request. */
    readonly detail: string,
  ) {
    super(`No checkout was made: ${problem}, ${detail}`);
    this.name = 'CheckoutError';
  }
}

/** Converts an error of Stripe to that of a checkout; other errors stay as they are. */
export function toCheckoutError(error: unknown): unknown {
  if (!(error instanceof StripeError)) return error;
  return new CheckoutError(error.problem === 'unreachable' ? 'unreachable' : 'refused', error.code);
}

/** A webhook without a valid, recent signature. The message repeats none of its content. */
export class SignatureError extends Error {
  constructor(readonly problem: SignatureProblem) {
    super(`The signature of the webhook does not fit: ${problem}`);
    this.name = 'SignatureError';
  }
}

/** Stripe did not carry out a request, or has not confirmed it. */
export class StripeError extends Error {
  constructor(
    readonly problem: StripeProblem,
    /** For logs and rows: Stripe's code, a status or the kind of failure, and no content of the request. */
    readonly code: string,
    readonly param: string | null = null,
  ) {
    super(`Stripe: ${problem}, ${code}`);
    this.name = 'StripeError';
  }
}
