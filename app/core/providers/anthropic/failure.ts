import type { ProviderError } from '../contract.ts';
import { classOf, failureOf, type ErrorClass, type Refusal } from '../shared/failure.ts';
import { isObject } from '../shared/json.ts';

/** The maker's error names. */
const BY_TYPE: Readonly<Record<string, ErrorClass>> = {
  invalid_request_error: ['provider_rejected', false],
  authentication_error: ['invalid_api_key', false],
  billing_error: ['insufficient_quota', false],
  // The account lacks permission: the request itself is fine, so try another provider.
  permission_error: ['provider_unavailable', false],
  not_found_error: ['provider_model_not_found', false],
  conflict_error: ['provider_unavailable', true],
  request_too_large: ['context_length', false],
  rate_limit_error: ['provider_rate_limited', true],
  timeout_error: ['provider_timeout', true],
  api_error: ['provider_unavailable', true],
  overloaded_error: ['provider_unavailable', true],
};

/** Classes of invalid requests that only the message distinguishes. */
const BY_MESSAGE: readonly (readonly [RegExp, ErrorClass])[] = [
  [
    /prompt is too long|exceeds? (?:the )?context (?:limit|window)|too many (?:total )?tokens/i,
    ['context_length', false],
  ],
  [/credit balance is too low/i, ['insufficient_quota', false]],
  [/content filtering policy/i, ['content_filter', false]],
];

/** The maker states the field at the start of its message: `messages.0.content: Field required`. */
const FIELD = /^([a-z][\w.]{0,99}): /;

/** The spend limit of an account or workspace: waiting does not help. */
const SPEND_LIMIT = /spend_limit_reached$/;

interface Failure extends Refusal {
  /** Strings that must not appear in the message. */
  secrets: readonly string[];
}

/**
 * Converts a provider's error to ours. Its body is `{type: 'error', error: {type, message, details}}`, or
 * anything else in its place.
 */
export function toProviderError({ status, body, headers, secrets }: Failure): ProviderError {
  const inner = isObject(body) ? body['error'] : body;
  const error = isObject(inner) ? inner : { message: inner };
  const message = typeof error['message'] === 'string' ? error['message'] : '';
  const known = classify(status, error, message);
  const param = known[0] === 'provider_rejected' ? (FIELD.exec(message)?.[1] ?? null) : null;
  return failureOf(known, { status, message, param, headers, secrets });
}

function classify(status: number | null, error: Record<string, unknown>, message: string): ErrorClass {
  const { type, details } = error;
  const detail = isObject(details) ? details['error_code'] : null;
  if (typeof detail === 'string' && SPEND_LIMIT.test(detail)) return ['insufficient_quota', false];
  const isNamed = typeof type === 'string' && Object.hasOwn(BY_TYPE, type);
  if (type === 'invalid_request_error' || (!isNamed && status !== null && status < 500)) {
    const worded = BY_MESSAGE.find(([words]) => words.test(message));
    if (worded) return worded[1];
  }
  return classOf(status, [type], BY_TYPE);
}
