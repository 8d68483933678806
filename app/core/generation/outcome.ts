import type { ErrorCode } from '#app/contracts/errors.ts';
import type { FinalState, FinishReason } from '#app/contracts/generation.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import { logger } from '#app/core/platform/logger.ts';
import { RunAborted } from './running-reply.ts';

/** What came out of a provider's stream. `error` is what ended it before its time. */
export interface StreamResult {
  usage: TokenUsage | null;
  error: unknown;
}

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
}

const DETAIL_LENGTH = 512;

/**
 * Reads the end of a provider's stream.
 * @param end how the stream ended: `error` is what cut it short
 * @param hasText whether the reply says anything
 * @returns null when the run belongs to somebody else
 */
export function outcomeOf(
  end: { finishReason: FinishReason | null; error: unknown },
  hasText: boolean,
): RunOutcome | null {
  const failed = (errorCode: ErrorCode, detail: string | null, state: FinalState = 'failed'): RunOutcome => ({
    state,
    // A reply that was cut can be continued; one that never began cannot.
    finishReason: hasText ? 'incomplete' : null,
    errorCode,
    errorDetail: detail?.slice(0, DETAIL_LENGTH) ?? null,
  });
  if (end.error instanceof RunAborted) {
    if (end.error.reason === 'lost') return null;
    if (end.error.reason === 'stopped') {
      return { state: 'stopped', finishReason: 'incomplete', errorCode: null, errorDetail: null };
    }
    if (end.error.reason === 'deadline') return failed('provider_timeout', null);
    return interrupted(hasText);
  }
  if (end.error instanceof ProviderError) {
    const { code, message, retryAfterMs, param } = end.error;
    return {
      ...failed(code, message),
      ...(retryAfterMs !== null && { retryAfterMs }),
      ...(param !== null && { errorParam: param }),
    };
  }
  if (end.error) {
    logger().error({ err: end.error }, 'a run failed');
    return failed('internal', null);
  }
  if (end.finishReason === null) return failed('provider_cut', null);
  if (!hasText)
    return failed(end.finishReason === 'content_filter' ? 'content_filter' : 'empty_completion', null);
  return { state: 'done', finishReason: end.finishReason, errorCode: null, errorDetail: null };
}

/** A run whose worker is gone: what it said stays and is marked unfinished. */
export function interrupted(hasText: boolean): RunOutcome {
  return {
    state: 'interrupted',
    finishReason: hasText ? 'incomplete' : null,
    errorCode: hasText ? null : 'interrupted',
    errorDetail: null,
  };
}
