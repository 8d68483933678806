import type { Usage } from '#app/contracts/cost.ts';
import type { ErrorCode } from '#app/contracts/errors.ts';
import type { ChargeReason, FinalState, FinishReason, ReplyEnd } from '#app/contracts/generation.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import type { FollowUp } from '#app/core/follow-ups/follow-up.ts';
import type { Attempt, Part } from './candidate.ts';
import type { Generation } from './row.ts';

/** What a run's end means for its row and its message. */
export interface RunOutcome {
  state: FinalState;
  finishReason: FinishReason | null;
  errorCode: ErrorCode | null;
  errorDetail: string | null;
  /** How long the provider wants its callers to wait. */
  retryAfterMs?: number;
  /** The field of the request that the provider refused. */
  errorParam?: string;
  /** What is charged follows from it (settle/charge.ts). */
  chargeReason: ChargeReason;
}

/** Who counted: the provider, we, or the provider the prompt and we the answer. */
export type UsageSource = 'provider' | 'counted' | 'both';

export interface Charge {
  /** The answer by our own count, beside what the provider says of it. */
  countedTokens: number | null;
  /** That of its text alone. */
  textTokens: number | null;
  usage: Usage | null;
  usageSource: UsageSource | null;
  costMicro: bigint;
  /** What each of those has said who went on with it; in `usage` and `costMicro` already. */
  parts?: readonly Part[];
}

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
  /** Which of the caller's stop sequences ended it, where its provider says so. */
  stopSequence?: string;
  attempts: Attempt[];
  /** What was made and stored: its rows are written in the same transaction. */
  files?: readonly FileRecord[];
  /** What its provider suggests to ask next. */
  suggestions?: readonly string[];
  /** The log without its end, when it is to be kept: for repeats of the call, or by its target. */
  answer?: string[];
  /** What is to be done after it: written in the same transaction, so that it cannot be forgotten. */
  followUps: FollowUp[];
}

/** An ending and what it was charged. */
export interface Booked {
  ending: Ending;
  chargedMicro: bigint;
}

/**
 * `balanceMicro` is what the account holds afterwards, null when the operator pays. An ending that is booked already is
 * answered as it was then.
 */
export interface Settlement {
  chargedMicro: bigint;
  balanceMicro: bigint | null;
}

/** The last entry of a reply's log. */
export function endEvent(
  ending: RunOutcome & { usage: TokenUsage | null } & Pick<ReplyEnd, 'finishReasons' | 'stopSequence'>,
  chargedMicro: bigint,
): ReplyEnd {
  const { state, finishReason, finishReasons, stopSequence, usage } = ending;
  const { errorCode, errorDetail, errorParam, retryAfterMs } = ending;
  const costMicro = chargedMicro.toString();
  return {
    type: 'end',
    state,
    finishReason,
    finishReasons,
    stopSequence,
    errorCode,
    errorDetail,
    errorParam,
    retryAfterMs,
    costMicro,
    usage,
  };
}
