/** `unreachable`: no answer, or none that can be used; trying again may help. `refused`: the service said no. */
export type CheckoutProblem = 'unreachable' | 'refused';

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
