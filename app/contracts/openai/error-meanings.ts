import { ERRORS, type AppError, type ErrorCode } from '#app/contracts/errors.ts';
import { publicCode } from './public-error.ts';

/** The meaning of each error code of the public API, and the remedy. In English, like the API. */
const MEANINGS = {
  invalid_request: 'A field of the request is missing or wrong; `param` names it.',
  invalid_hub_key: 'No API key was sent, or it is unknown, revoked, disabled or expired.',
  token_balance: 'The balance does not cover the call. The message says what it needs and what is available.',
  spending_cap:
    'The call does not fit under a spending cap that the owner of the account has set. The message says what is left, when it resets and where it is changed.',
  forbidden: 'The key may not do this, such as use a model that it is not bound to.',
  key_cap: 'The key has reached one of its caps.',
  ban: 'The account is banned.',
  not_found: 'There is nothing at this path, or no generation or response with this id of yours.',
  model_not_found: 'No model has this id. The message names those that are nearest.',
  method_not_allowed: 'The path does not take this method; `allow` lists those that it takes.',
  conflict:
    'This Idempotency-Key was used for another body, the video is not there yet, the response to go on from is under way, or the account has as many webhooks as it may.',
  payload_too_large: 'The body is longer than the path takes.',
  unsupported_media_type: 'The body is not JSON, or its encoding is unknown.',
  unsupported_modality: 'The model does not take or make what was asked for, such as a picture.',
  too_many_tries: 'Too many calls in a short time; `retry-after` says when to go on.',
  too_many_streams: 'Too many streams are open at a time.',
  concurrent: 'Too many calls run at a time.',
  message_limit: 'Too many calls in the window; the x-ratelimit headers say how many are left.',
  internal: 'Our mistake. It is recorded under `x-request-id`.',
  unavailable:
    'We are restarting or overloaded, or a part of the service is away. Nothing was charged unless the message says so; `retry-after` says when to try again.',
  invalid_api_key: 'The provider refused our credentials. Nothing was charged.',
  insufficient_quota: 'Our account at the provider has reached its limit. Nothing was charged.',
  provider_model_not_found: 'The provider does not know the model any more. Nothing was charged.',
  provider_rejected: 'The provider does not take the request; the message says what it minds.',
  provider_timeout: 'The answer took too long.',
  provider_rate_limited: 'The provider limits us; `retry-after` says when to try again.',
  provider_unavailable: 'The provider failed or could not be reached, and nobody else could answer.',
  provider_stalled: 'The provider fell silent in the middle of an answer.',
  provider_cut: 'The provider ended the answer before it was whole. What was said is charged.',
  provider_malformed: 'The provider answered with something that cannot be read.',
  context_length: 'The prompt is longer than the model takes.',
  content_filter: 'The provider refused to answer this. A repeat is refused again.',
  empty_completion: 'The model answered with nothing. Nothing was charged.',
  no_provider: 'Nobody who could serve the call is configured, allowed or healthy.',
  price_unknown: 'The price is not known just now, and nothing is called without a price.',
  interrupted: 'The answer was interrupted on our side.',
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
