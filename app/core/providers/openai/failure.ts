import type { ErrorCode } from '#app/contracts/errors.ts';
import { ProviderError } from '../contract.ts';
import { isObject } from '../shared/json.ts';
import { readRetryAfter } from '../shared/retry-after.ts';
import { safeMessage } from '../shared/safe-message.ts';

/** Codes and types that say that the account has no money; a 429 of this kind is not worth another try. */
const NO_MONEY = new Set([
  'insufficient_quota',
  'insufficient_balance',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
  'billing_hard_limit_reached',
  'billing_not_active',
]);
const TOO_LONG = new Set(['context_length_exceeded', 'string_above_max_length', 'request_too_large']);
const TOO_LONG_WORDS =
  /context (?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens/i;
const FILTERED = new Set(['content_filter', 'content_policy_violation', 'ResponsibleAIPolicyViolation']);
const RATE = new Set(['rate_limit_exceeded', 'rate_limit_error', 'slow_down', 'too_many_requests']);

interface Failure {
  /** HTTP status; null for an error inside a stream that names none. */
  status: number | null;
  /** The `error` object, or whatever stood in its place. */
  error: unknown;
  headers?: Headers;
  /** What must not be in the message. */
  secrets: readonly string[];
}

/** What a provider's error means in our words, whether it came as a status or inside a stream. */
export function toProviderError({ status, error, headers, secrets }: Failure): ProviderError {
  const { names, message, statusInside, param } = readError(error);
  const effective = status ?? statusInside;
  const [code, retryable] = classify(effective, names, message);
  const waitMs = retryable ? readRetryAfter(headers) : undefined;
  return new ProviderError(
    code,
    safeMessage(message || `the provider answered ${effective ?? 'an error'}`, secrets),
    {
      ...(effective === null ? {} : { status: effective }),
      retryable,
      param: param === null ? null : safeMessage(param, secrets),
      ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
    },
  );
}

function classify(status: number | null, names: string[], message: string): [ErrorCode, boolean] {
  const named = (set: ReadonlySet<string>) => names.some((name) => set.has(name));
  if (status === 402 || named(NO_MONEY)) return ['insufficient_quota', false];
  const complaint = status === null || (status >= 400 && status < 500);
  if (status === 413 || named(TOO_LONG) || (complaint && TOO_LONG_WORDS.test(message))) {
    return ['context_length', false];
  }
  if (named(FILTERED)) return ['content_filter', false];
  if (status === 401 || names.includes('invalid_api_key')) return ['invalid_api_key', false];
  if (status === 404 || names.includes('model_not_found')) return ['provider_model_not_found', false];
  if (status === 408 || status === 504) return ['provider_timeout', true];
  if (status === 429 || named(RATE)) return ['provider_rate_limited', true];
  const isRequests = status === null && names.includes('invalid_request_error');
  if (isRequests) return ['provider_rejected', false];
  if (status === null || status >= 500 || status === 409) return ['provider_unavailable', true];
  // The account may not, or not from here: the request is as good as another's, so another may be asked.
  if (status === 403) return ['provider_unavailable', false];
  return ['provider_rejected', false];
}

/** The error in the body of a refusal: the `error` of its JSON, or the JSON, or the text where it is no page. */
export function errorIn(body: string): unknown {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return /^\s*</.test(body) ? '' : body;
  }
  // Google answers with a list of one.
  const first: unknown = Array.isArray(json) ? json[0] : json;
  return isObject(first) ? (first['error'] ?? first) : first;
}

/** Type and code as names; a code that is a number (OpenRouter) is a status. */
function readError(error: unknown): {
  names: string[];
  message: string;
  statusInside: number | null;
  param: string | null;
} {
  if (!isObject(error)) {
    return { names: [], message: typeof error === 'string' ? error : '', statusInside: null, param: null };
  }
  const values = [error['code'], error['type'], error['status']];
  const names = values.filter((value): value is string => typeof value === 'string');
  const numbers = [...names, ...values.filter((value) => typeof value === 'number')]
    .map(Number)
    .filter((value) => value >= 400 && value <= 599);
  const message = [error['message'], error['detail']].find((text) => typeof text === 'string');
  const param = typeof error['param'] === 'string' ? error['param'] : null;
  return { names, message: message ?? '', statusInside: numbers[0] ?? null, param };
}
