import type { Usage } from '#app/contracts/cost.ts';
import type { ErrorCode } from '#app/contracts/errors.ts';
import type { ChargeReason, FinalState, FinishReason, ReplyEnd } from '#app/contracts/generation.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import type { FollowUp } from '#app/core/follow-ups/follow-up.ts';
import type { Attempt, ContinuationCharge } from './candidate.ts';
import type { Generation } from './row.ts';

/** Result of a run for its row and its message. */
export interface RunOutcome {
  state: FinalState;
  finishReason: FinishReason | null;
  errorCode: ErrorCode | null;
  errorDetail: string | null;
  /** Milliseconds that the provider asks its callers to wait. */
  retryAfterMs?: number;
  /** The request field that the provider rejected. */
  errorParam?: string;
  /** Determines the charge (settle/charge.ts). */
  chargeReason: ChargeReason;
}

/**
 * Source of the token counts: the provider, our own count, or the provider for the prompt and we for the
 * answer.
 */
export type UsageSource = 'provider' | 'counted' | 'both';

export interface Charge {
  /** Tokens of the answer by our own count, beside the provider's. */
  countedTokens: number | null;
  /** Our count of its text alone. */
  textTokens: number | null;
  usage: Usage | null;
  usageSource: UsageSource | null;
  costMicro: bigint;
  /** Charge of each continuation; included in `usage` and `costMicro`. */
  parts?: readonly ContinuationCharge[];
}

/** A run's end, ready to be settled. */
export interface Ending extends RunOutcome, Charge {
  generation: Generation;
  /** The attempt that the row must still have; any other number means that another process closed it. */
  attempt: number;
  /** The state that the row must still have. */
  from: 'queued' | 'running';
  text: string;
  thinking: string;
  /** Tokens of the whole text by our own count. */
  textTokens: number | null;
  firstTokenAt: Date | null;
  /** By choice, if several were requested. */
  finishReasons?: FinishReason[];
  /** The caller's stop sequence that ended it, if the provider reports it. */
  stopSequence?: string;
  attempts: Attempt[];
  /** Stored files of this run: their rows are written in the same transaction. */
  files?: readonly FileRecord[];
  /** Follow-up questions suggested by the provider. */
  suggestions?: readonly string[];
  /** The log without its end, if it is to be stored: for repeats of the call, or by its target. */
  answer?: string[];
  /** Follow-up jobs, written in the same transaction so that none is lost. */
  followUps: FollowUp[];
}

/** An ending with its charge. */
export interface SettledEnding {
  ending: Ending;
  chargedMicro: bigint;
}

/**
 * Result of a settle. `balanceMicro` is the account's balance afterwards, null when the operator pays. An
 * ending that is settled already returns its first result.
 */
export interface Settlement {
  chargedMicro: bigint;
  balanceMicro: bigint | null;
}

/** Builds the last entry of a reply's log. */
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
