import { formatMicro } from '#app/contracts/money.ts';
import { errorWords, plainWords, type ErrorWords, type ReceivedError, type Texts } from './error-words.ts';

/** A failed reply. */
export interface Failure extends ReceivedError {
  /** Part of the reply was received. */
  hasText: boolean;
  /** Micro-dollars as text; null for zero. */
  costMicro: string | null;
}

/** All texts about a failure: what happened and why, what was saved, and the cost. */
export interface FailureWords extends ErrorWords {
  title: string;
  saved: string;
  cost: string;
}

export function failureWords(t: Texts, failure: Failure, product: string): FailureWords {
  const { hasText, costMicro } = failure;
  const cost = BigInt(costMicro ?? '0');
  return {
    ...errorWords(t, failure, product),
    title: t(hasText ? 'chat:failed.cut' : 'chat:failed.none'),
    saved: t(hasText ? 'chat:failed.keptText' : 'chat:failed.keptMessage'),
    cost: cost > 0n ? t('chat:failed.cost', { cost: formatMicro(cost) }) : t('chat:failed.free'),
  };
}

/** The same as one text for screen readers. */
export function spokenFailure({ title, saved, cost, ...error }: FailureWords): string {
  return [`${title}.`, plainWords(error), saved, cost].join(' ');
}
