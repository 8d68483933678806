import { ERRORS, type AppError, type ErrorCode } from '#app/contracts/errors.ts';
import { publicCode } from './public-error.ts';

/** The meaning of each error code of the public API, and the remedy. In English, like the API. */
const MEANINGS = {
  invalid_request: 'A field of the request is missing or wrong; `param` names it.',
  invalid_hub_key: 'The API key is missing, unknown, revoked, disabled, or expired.',
  token_balance:
    'The balance does not cover the request. The message says what it needs and what is available.',
  spending_cap:
    'The request would exceed a spending limit that the account owner has set. The message says what is left, when the limit resets, and where to change it.',
  forbidden: 'The key is not allowed to do this, such as use a model that is not on its list.',
  key_cap: 'The key has reached one of its limits.',
  ban: 'The account is banned.',
  not_found: 'There is nothing at this path, or you have no generation or response with this ID.',
  model_not_found: 'No model has this ID. The message suggests similar ones.',
  method_not_allowed: 'The path does not support this method; `allow` lists those that it supports.',
  conflict:
    'This Idempotency-Key was used for another body, the video is not ready yet, the response to continue from is still in progress, or the account has the maximum number of webhooks.',
  payload_too_large: 'The body is larger than the path accepts.',
  unsupported_media_type: 'The body is not JSON, or its encoding is unknown.',
  unsupported_modality: 'The model does not support this kind of input or output, such as an image.',
  too_many_tries: 'Too many requests in a short time; `retry-after` says when to continue.',
  too_many_streams: 'Too many streams are open at once.',
  concurrent: 'Too many requests are running at once.',
  message_limit: 'Too many requests in the window; the x-ratelimit headers say how many are left.',
  internal: 'Our mistake. It is logged under `x-request-id`.',
  unavailable:
    'We are restarting or overloaded, or a part of the service is down. You were not charged unless the message says so; `retry-after` says when to try again.',
  invalid_api_key: 'The provider rejected our credentials. You were not charged.',
  insufficient_quota: 'Our account at the provider has reached its limit. You were not charged.',
  provider_model_not_found: 'The provider no longer has the model. You were not charged.',
  provider_rejected: 'The provider rejected the request; the message says why.',
  provider_timeout: 'The response took too long.',
  provider_rate_limited: 'The provider is rate limiting us; `retry-after` says when to try again.',
  provider_unavailable: 'The provider failed or could not be reached, and no other provider could answer.',
  provider_stalled: 'The provider went silent in the middle of a response.',
  provider_cut: 'The provider ended the response before it was complete. The output so far is charged.',
  provider_malformed: 'The provider returned something that we cannot read.',
  context_length: 'The prompt is longer than the model accepts.',
  content_filter: 'The provider refused to answer this. A retry will be refused, too.',
  empty_completion: 'The model returned nothing. You were not charged.',
  no_provider: 'No provider that could serve the request is configured, allowed, and healthy.',
  price_unknown: 'The price is currently unknown, and we run nothing without a price.',
  interrupted: 'The response was interrupted on our side.',
} satisfies Partial<Record<ErrorCode, string>>;

export type HubErrorCode = keyof typeof MEANINGS;

/** An error code of the public API with its status, its type and its meaning. */
export interface HubError {
  code: string;
  /** The code in `AppError`. */
  internalCode: HubErrorCode;
  status: number;
  type: string;
  meaning: string;
}

/** Errors that only a person can fix: in the operator's account at a provider, or in the catalogue. */
const LASTING: ReadonlySet<ErrorCode> = new Set([
  'invalid_api_key',
  'insufficient_quota',
  'provider_model_not_found',
  'no_provider',
  'price_unknown',
]);

/** Statuses that official clients repeat automatically, besides every status from 500 on. */
const REPEATED = new Set([408, 429]);

/**
 * Clients respect a `retry-after` up to this value; after a longer one they retry within seconds, three times
 * in vain.
 */
const LONGEST_PAUSE_SECONDS = 60;

/** The errors for the given codes of `AppError`. */
export function hubErrors(codes: readonly HubErrorCode[]): HubError[] {
  return codes.map((code) => ({
    code: publicCode(code),
    internalCode: code,
    ...ERRORS[code],
    meaning: MEANINGS[code],
  }));
}

/** All errors that a call of the public API can return. */
export function allHubErrors(): HubError[] {
  return hubErrors(Object.keys(MEANINGS) as HubErrorCode[]);
}

/**
 * Tells whether a client should repeat a failed call, which `x-should-retry` reports. It should not if money
 * was spent, or if another person has to act first.
 */
export function shouldRetry({
  code,
  status,
  shouldRetry: explicit,
  retryAfterSeconds = 0,
}: AppError): boolean {
  if (explicit !== undefined) return explicit;
  if (LASTING.has(code) || retryAfterSeconds > LONGEST_PAUSE_SECONDS) return false;
  return status >= 500 || REPEATED.has(status);
}
