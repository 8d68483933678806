import type { ErrorCode } from '#app/contracts/errors.ts';
import { ProviderError, type ProviderCredentials } from '#app/core/providers/contract.ts';
import { readRetryAfter, safeMessage } from '#app/core/providers/shared/failure.ts';
import type { Complaint } from './complaint.ts';

/** Meaning of a 404: for a job the job is missing, for an order the model. */
export type About = 'order' | 'job';

export interface Failure {
  /** Status of the answer, or the one that corresponds to a code in it. */
  status: number;
  complaint: Complaint;
  about: About;
  secrets: readonly string[];
  headers?: Headers;
  /** Policy refused the prompt or the images. */
  isRefusal?: boolean;
}

/** Converts a provider's error to ours. */
export function toMediaError(failure: Failure): ProviderError {
  const { status, complaint, headers, secrets } = failure;
  const [code, retryable] = classify(failure);
  const waitMs = retryable ? readRetryAfter(headers) : undefined;
  return new ProviderError(
    code,
    safeMessage(complaint.message || `the provider answered ${status}`, secrets),
    {
      status,
      retryable,
      param: complaint.param === null ? null : safeMessage(complaint.param, secrets),
      ...(waitMs !== undefined && { retryAfterMs: waitMs }),
    },
  );
}

/**
 * The error of a job that has finally failed.
 * @param message the provider's message
 */
export function failedJob(message: unknown, secrets: readonly string[]): ProviderError {
  const words = typeof message === 'string' ? safeMessage(message, secrets) : '';
  return new ProviderError('provider_unavailable', words || 'the provider has failed to make it');
}

/** Strings that must not appear in a message: the key, and each half of a key that has two. */
export function secretsOf({ apiKey, webhookSecret }: ProviderCredentials): string[] {
  const halves = apiKey.split(':', 2).filter((half) => half.length >= 8);
  return [apiKey, ...halves, ...(webhookSecret === undefined ? [] : [webhookSecret])];
}

/** Statuses of a refused key: the job still exists once the operator has fixed the key. */
const REFUSED_KEY: readonly number[] = [401, 402, 403];

function classify({ status, about, isRefusal }: Failure): [ErrorCode, retryable: boolean] {
  if (isRefusal) return ['content_filter', false];
  const isKeyless = about === 'job' && REFUSED_KEY.includes(status);
  if (status === 401) return ['invalid_api_key', isKeyless];
  if (status === 402) return ['insufficient_quota', isKeyless];
  if (status === 403) return ['provider_unavailable', isKeyless];
  if (status === 404) return [about === 'job' ? 'provider_unavailable' : 'provider_model_not_found', false];
  if (status === 408 || status === 504) return ['provider_timeout', true];
  if (status === 429) return ['provider_rate_limited', true];
  if (status >= 500 || status === 409 || status < 400) return ['provider_unavailable', true];
  return ['provider_rejected', false];
}
