/** Why a webhook is not believed: `signature`, `age`, `malformed`. */
export type SignatureProblem = 'missing' | 'malformed' | 'signature' | 'age';

/** A webhook that its service did not sign, or not now. Nothing of what it says is repeated. */
export class SignatureError extends Error {
  constructor(readonly problem: SignatureProblem) {
    super(`The signature of the webhook does not fit: ${problem}`);
    this.name = 'SignatureError';
  }
}

/** Older webhooks are not believed, nor are those from further in the future than clocks differ. */
export const MOST_AGE_S = 300;
