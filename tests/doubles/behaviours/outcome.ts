import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode } from '#app/contracts/errors.ts';
import type { FinishReason } from '#app/contracts/generation.ts';
import type { TokenUsage } from '#app/contracts/money.ts';

/** The output of one choice of an answer. */
export interface ChoiceOutput {
  text: string;
  refusal: string;
  toolCalls: { id: string; name: string; arguments: string }[];
  /** The tokens that came with their probabilities, as one text. */
  probable: string;
  /** null: the stream ended without one, so it was cut. */
  finish: FinishReason | null;
}

export function emptyOutput(): ChoiceOutput {
  return { text: '', refusal: '', toolCalls: [], probable: '', finish: null };
}

/** The whole outcome of a call through an adapter: the first choice, and the further ones. */
export interface Outcome extends ChoiceOutput {
  thinking: string;
  suggestions: readonly string[];
  further: ChoiceOutput[];
  /** The last usage; null if none came, or if more output came after it. */
  usage: TokenUsage | null;
  error: {
    code: ErrorCode;
    retryable: boolean;
    retryAfterMs: number | null;
    param: string | null;
    message: string;
  } | null;
  /** True if the iteration threw exactly the reason of the signal. */
  threwReason: boolean;
  /** Milliseconds between our leaving and the provider's seeing the socket closed; null if it did not. */
  providerSawLeaveMs: number | null;
}

/** The expected outcome; `matching` is searched in the error's message. */
export type Expected = Partial<
  Omit<Outcome, 'error' | 'usage' | 'providerSawLeaveMs' | 'toolCalls' | 'further'>
> & {
  toolCalls?: Partial<ChoiceOutput['toolCalls'][number]>[];
  further?: Partial<ChoiceOutput>[];
  usage?: Partial<TokenUsage> | null;
  error?: {
    code: ErrorCode;
    retryable?: boolean;
    retryAfterMs?: number | null;
    param?: string | null;
  } | null;
  /** The provider must see us leave within so many milliseconds. */
  leaveSeenWithinMs?: number;
};

/** Lists the differences between an outcome and its expectation, one per line; empty if there are none. */
export function mismatches(outcome: Outcome, expected: Expected): string[] {
  const { leaveSeenWithinMs, ...fields } = expected;
  const lines = Object.entries(fields).flatMap(([name, wanted]) =>
    differences(name, outcome[name as keyof Outcome], wanted),
  );
  if (leaveSeenWithinMs !== undefined) {
    const seen = outcome.providerSawLeaveMs;
    if (seen === null) lines.push('the provider did not see us leave');
    else if (seen > leaveSeenWithinMs) lines.push(`the provider saw us leave after ${seen} ms`);
  }
  return lines;
}

/** Lists the differences between a value and its expectation, member by member. */
export function differences(name: string, got: unknown, wanted: unknown): string[] {
  if (Array.isArray(wanted) && Array.isArray(got) && wanted.length !== got.length) {
    return [`${name}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`];
  }
  if (typeof wanted === 'object' && wanted !== null && typeof got === 'object' && got !== null) {
    return Object.entries(wanted).flatMap(([key, value]) =>
      differences(`${name}.${key}`, (got as Record<string, unknown>)[key], value),
    );
  }
  if (isDeepStrictEqual(got, wanted)) return [];
  return [`${name}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`];
}
