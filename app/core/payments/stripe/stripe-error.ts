/**
 * `declined`: the card cannot be charged. `refused`: what was asked can never be done. `unreachable`: no answer, or none
 * that says what was done; the same may be asked again. `key`: our key is not taken.
 */
export type StripeProblem = 'declined' | 'refused' | 'unreachable' | 'key';

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
