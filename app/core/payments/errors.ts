/** `unreachable`: no answer, or none that can be used; trying again may help. `refused`: the service said no. */
export type CheckoutProblem = 'unreachable' | 'refused';

/** Why a webhook is not believed: `signature`, `age`, `malformed`. */
type SignatureProblem = 'missing' | 'malformed' | 'signature' | 'age';

/** Older webhooks are not believed, nor are those from further in the future than clocks differ. */
export const MOST_AGE_S = 300;

/**
 * `declined`: the card cannot be charged. `refused`: what was asked can never be done. `unreachable`: no answer, or none
 * that says what was done; the same may be asked again. `key`: our key is not taken.
 */
type StripeProblem = 'declined' | 'refused' | 'unreachable' | 'key';

/** A payment service made no checkout; nothing was paid. */
export class CheckoutError extends Error {
  constructor(
    readonly problem: CheckoutProblem,
    /** For the log: a status or what went wrong, and nothing that was sent. */
    readonly detail: string,
  ) {
    super(`No checkout was made: ${problem}, ${detail}`);
    this.name = 'CheckoutError';
  }
}

/** A webhook that its service did not sign, or not now. Nothing of what it says is repeated. */
export class SignatureError extends Error {
  constructor(readonly problem: SignatureProblem) {
    super(`The signature of the webhook does not fit: ${problem}`);
    this.name = 'SignatureError';
  }
}

/** Stripe did not do what it was asked, or has not said so. */
export class StripeError extends Error {
  constructor(
    readonly problem: StripeProblem,
    /** For logs and rows: Stripe's code, a status or the kind of failure, and nothing that was sent. */
    readonly code: string,
    readonly param: string | null = null,
  ) {
    super(`Stripe: ${problem}, ${code}`);
    this.name = 'StripeError';
  }
}
