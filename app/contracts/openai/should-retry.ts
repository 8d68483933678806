import type { AppError, ErrorCode } from '../errors.ts';

/** What only a person mends: the operator's account at a provider, or the catalogue. */
const LASTING: ReadonlySet<ErrorCode> = new Set([
  'invalid_api_key',
  'insufficient_quota',
  'provider_model_not_found',
  'no_provider',
  'price_unknown',
]);

/** What official clients repeat by themselves beside every status from 500 on. */
const REPEATED = new Set([408, 429]);

/** Clients heed a `retry-after` up to this; after a longer one they come back within seconds, three times in vain. */
const LONGEST_PAUSE_SECONDS = 60;

/**
 * Whether a client does well to repeat a call that failed so, as `x-should-retry` tells it. Where money was spent, or
 * somebody else has to act first, it does not.
 */
export function shouldRetry({ code, status, shouldRetry: said, retryAfterSeconds = 0 }: AppError): boolean {
  if (said !== undefined) return said;
  if (LASTING.has(code) || retryAfterSeconds > LONGEST_PAUSE_SECONDS) return false;
  return status >= 500 || REPEATED.has(status);
}
