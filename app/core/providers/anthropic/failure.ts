import type { ErrorCode } from '#app/contracts/errors.ts';
import { ProviderError } from '../contract.ts';
import { isObject } from '../shared/json.ts';
import { readRetryAfter } from '../shared/retry-after.ts';
import { safeMessage } from '../shared/safe-message.ts';

type Class = readonly [code: ErrorCode, retryable: boolean];

/** The maker's names of its errors. */
const BY_TYPE: Readonly<Record<string, Class>> = {
  invalid_request_error: ['provider_rejected', false],
  authentication_error: ['invalid_api_key', false],
  billing_error: ['insufficient_quota', false],
  // The account may not: the request is as good as another's, so another provider may be asked.
  permission_error: ['provider_unavailable', false],
  not_found_error: ['provider_model_not_found', false],
  conflict_error: ['provider_unavailable', true],
  request_too_large: ['context_length', false],
  rate_limit_error: ['provider_rate_limited', true],
  timeout_error: ['provider_timeout', true],
  api_error: ['provider_unavailable', true],
  overloaded_error: ['provider_unavailable', true],
};

/** For answers without the maker's body: of a proxy, or of somebody else who speaks the wire. */
const BY_STATUS: Readonly<Record<number, Class>> = {
  401: ['invalid_api_key', false],
  402: ['insufficient_quota', false],
  403: ['provider_unavailable', false],
  404: ['provider_model_not_found', false],
  408: ['provider_timeout', true],
  409: ['provider_unavailable', true],
  413: ['context_length', false],
  429: ['provider_rate_limited', true],
  504: ['provider_timeout', true],
};

/** What only the message of an invalid request tells apart. */
const BY_WORDS: readonly (readonly [RegExp, Class])[] = [
  [
    /prompt is too long|exceeds? (?:the )?context (?:limit|window)|too many (?:total )?tokens/i,
    ['context_length', false],
  ],
  [/credit balance is too low/i, ['insufficient_quota', false]],
  [/content filtering policy/i, ['content_filter', false]],
];

/** The maker names the field at the beginning of its message: `messages.0.content: Field required`. */
const FIELD = /^([a-z][\w.]{0,99}): /;

/** The cap of an account or workspace: waiting does not help. */
const SPEND_LIMIT = /spend_limit_reached$/;

interface Failure {
  /** HTTP status; null for an error inside a stream. */
  status: number | null;
  /** The body, `{type: 'error', error: {type, message, details}}`, or whatever stood in its place. */
  body: unknown;
  headers?: Headers;
  /** What must not be in the message. */
  secrets: readonly string[];
}

/** The body of a refusal: its JSON, or its text where it is no page. */
export function errorIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return /^\s*</.test(body) ? '' : body;
  }
}

/** What a provider's error means in our words, whether it came as a status or inside a stream. */
export function toProviderError({ status, body, headers, secrets }: Failure): ProviderError {
  const inner = isObject(body) ? body['error'] : body;
  const error = isObject(inner) ? inner : { message: inner };
  const message = typeof error['message'] === 'string' ? error['message'] : '';
  const [code, retryable] = classify(status, error, message);
  const waitMs = retryable ? readRetryAfter(headers) : undefined;
  return new ProviderError(
    code,
    safeMessage(message || `the provider answered ${status ?? 'an error'}`, secrets),
    {
      ...(status === null ? {} : { status }),
      retryable,
      param: code === 'provider_rejected' ? (FIELD.exec(message)?.[1] ?? null) : null,
      ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
    },
  );
}

function classify(status: number | null, error: Record<string, unknown>, message: string): Class {
  const { type, details } = error;
  const detail = isObject(details) ? details['error_code'] : null;
  if (typeof detail === 'string' && SPEND_LIMIT.test(detail)) return ['insufficient_quota', false];
  const named = typeof type === 'string' && Object.hasOwn(BY_TYPE, type) ? BY_TYPE[type] : undefined;
  if (type === 'invalid_request_error' || (!named && status !== null && status < 500)) {
    const worded = BY_WORDS.find(([words]) => words.test(message));
    if (worded) return worded[1];
  }
  const known = named ?? (status === null ? undefined : BY_STATUS[status]);
  if (known) return known;
  return status === null || status >= 500 ? ['provider_unavailable', true] : ['provider_rejected', false];
}
