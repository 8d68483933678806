import { AppError } from '#app/contracts/errors.ts';
import type { ReplyEnd } from '#app/contracts/generation.ts';
import { toDollars, type Micro } from '#app/contracts/money.ts';

/**
 * The error that a client gets for a call that did not end well, with the cost that is charged anyway.
 * @param promptField the field of the call that has its prompt
 */
export function endError(end: ReplyEnd, promptField = 'messages'): AppError {
  const code = end.errorCode ?? 'interrupted';
  const isLimited = code === 'provider_rate_limited';
  const costMicro = BigInt(end.costMicro);
  const reason = failureReason(end) ?? 'The model did not answer.';
  return new AppError(code, {
    // Some makers write `messages.1.content`.
    param:
      end.errorParam?.replace(/\.(\d+)(?=\.|$)/g, '[$1]') ??
      (code === 'context_length' ? promptField : undefined),
    message: costMicro > 0n ? `${reason} ${chargeNote(costMicro)}` : reason,
    retryAfterSeconds:
      end.retryAfterMs === undefined ? (isLimited ? PAUSE_SECONDS : undefined) : end.retryAfterMs / 1000,
    // A retry would be charged a second time.
    shouldRetry: costMicro > 0n ? false : undefined,
  });
}

/**
 * The reason of a failure for callers of the public API; null if unknown. Does not pass on the provider's own
 * message for a refused key: it speaks of "your API key", and the caller's key is a different one.
 */
export function failureReason({ errorCode, errorDetail }: Failed): string | null {
  const code = errorCode ?? 'interrupted';
  return OPERATOR_MESSAGES[code] ?? errorDetail ?? MESSAGES[code] ?? null;
}

type Failed = Pick<ReplyEnd, 'errorCode' | 'errorDetail'>;

function chargeNote(costMicro: Micro): string {
  return `The prompt and what the model had said are charged: $${toDollars(costMicro)}.`;
}

/** Seconds between calls when a provider limits us without a time to wait. */
const PAUSE_SECONDS = 5;

/** Messages for failures of the operator's account at a provider. */
const OPERATOR_MESSAGES: Partial<Record<string, string>> = {
  invalid_api_key:
    'The provider does not accept the credentials of this server. Your key is fine: the operator has to set this right.',
  insufficient_quota:
    'The account of this server at the provider has reached its limit. Your balance is not concerned: the operator has to set this right.',
};

const MESSAGES: Partial<Record<string, string>> = {
  interrupted: 'The answer was interrupted on our side.',
  provider_cut: 'The provider ended the answer before it was whole.',
  provider_stalled: 'The provider fell silent.',
  provider_timeout: 'The answer took too long.',
  empty_completion: 'The model answered with nothing. Nothing is charged.',
  content_filter: 'The provider refused to answer this.',
};
