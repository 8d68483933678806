import type { ReplyEnd } from '#app/contracts/generation.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { RunOutcome } from './ending.ts';

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
