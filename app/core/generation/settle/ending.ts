import type { FinishReason } from '#app/contracts/generation.ts';
import type { Charge } from './charge.ts';
import type { Attempt } from '#app/core/generation/record/attempt.ts';
import type { NewGeneration } from '#app/core/generation/admit/insert.ts';
import type { RunOutcome } from './outcome.ts';
import type { Generation } from '#app/core/generation/record/row.ts';

/** How a run ended, ready to be booked. */
export interface Ending extends RunOutcome, Charge {
  generation: Generation;
  /** The attempt that the row must still show; another number means that somebody else closed it. */
  attempt: number;
  /** The state that the row must still be in. */
  from: 'queued' | 'running';
  text: string;
  thinking: string;
  /** Tokens of the whole text by our own count. */
  textTokens: number | null;
  firstTokenAt: Date | null;
  /** By choice, where several were asked for. */
  finishReasons?: FinishReason[];
  attempts: Attempt[];
  /** The log without its end, when it is to be kept for repeats of the call. */
  answer?: string[];
  /** A title to be asked for in the same transaction, so that it cannot be forgotten. */
  follow: NewGeneration | null;
}

/**
 * `balanceMicro` is what the account holds afterwards, null when the house pays. An ending that is booked already is
 * answered as it was then.
 */
export interface Settlement {
  chargedMicro: bigint;
  balanceMicro: bigint | null;
}
