import type { ErrorCode } from '#app/contracts/errors.ts';

/** One call to a provider, as the receipt lists it. */
export interface Attempt {
  offerId: string | null;
  provider: string;
  model: string;
  /** Milliseconds from its start to its first word, or to its failure. */
  ms: number;
  answered: boolean;
  /** Why it did not answer; null also where the run ended before it could. */
  errorCode: ErrorCode | null;
  status: number | null;
  /** It went on with an answer that another had begun, or was asked to. */
  resumed?: true;
  /** What it said of that answer, as it was charged: the words alone, at its own price. */
  part?: Part;
}

/** What another than the first has said of an answer. */
export interface Part {
  priceId: string | null;
  completionTokens: number;
}
