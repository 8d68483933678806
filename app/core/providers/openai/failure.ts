import type { ProviderError } from '../contract.ts';
import { classOf, failureOf, type ErrorClass } from '../shared/failure.ts';
import { isObject } from '../shared/json.ts';

/** Codes and types that mean the account has no money; a 429 of this kind is not worth another try. */
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
const TOO_LONG_MESSAGE =
  /context (?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens/i;

/** Classes by name, whatever the status. */
const BY_NAME: Readonly<Record<string, ErrorClass>> = {
  content_filter: ['content_filter', false],
  content_policy_violation: ['content_filter', false],
  ResponsibleAIPolicyViolation: ['content_filter', false],
  invalid_api_key: ['invalid_api_key', false],
  model_not_found: ['provider_model_not_found', false],
  // Azure's: the deployed model is not the requested one.
  DeploymentNotFound: ['provider_model_not_found', false],
  OperationNotSupported: ['provider_model_not_found', false],
  AuthenticationTypeDisabled: ['invalid_api_key', false],
  rate_limit_exceeded: ['provider_rate_limited', true],
  rate_limit_error: ['provider_rate_limited', true],
  slow_down: ['provider_rate_limited', true],
  too_many_requests: ['provider_rate_limited', true],
};

interface Failure {
  /** HTTP status; null for an error inside a stream without a status. */
  status: number | null;
  /** The `error` object, or any other value in its place. */
  error: unknown;
  headers?: Headers;
  /** Strings that must not appear in the message. */
  secrets: readonly string[];
}

/** Converts a provider's error to ours, whether it came as a status or inside a stream. */
export function toProviderError({ status, error, headers, secrets }: Failure): ProviderError {
  const { names, message, statusInside, param } = readError(error);
  const effective = status ?? statusInside;
  return failureOf(classify(effective, names, message), {
    status: effective,
    message,
    param,
    headers,
    secrets,
  });
}

function classify(status: number | null, names: string[], message: string): ErrorClass {
  const named = (set: ReadonlySet<string>) => names.some((name) => set.has(name));
  if (status === 402 || named(NO_MONEY)) return ['insufficient_quota', false];
  const complaint = status === null || (status >= 400 && status < 500);
  if (named(TOO_LONG) || (complaint && TOO_LONG_MESSAGE.test(message))) return ['context_length', false];
  // With a status, nearly every error has this name; within a stream it is the only information.
  const inStream = { ...BY_NAME, invalid_request_error: ['provider_rejected', false] } as const;
  return classOf(status, names, status === null ? inStream : BY_NAME);
}

/** The error in the body of an error response: the `error` of its JSON, or the whole body. */
export function errorIn(body: unknown): unknown {
  return isObject(body) ? (body['error'] ?? body) : body;
}

/** Reads the type and code as names; a numeric code (OpenRouter) is a status. */
function readError(error: unknown): {
  names: string[];
  message: string;
  statusInside: number | null;
  param: string | null;
} {
  if (!isObject(error)) {
    return { names: [], message: typeof error === 'string' ? error : '', statusInside: null, param: null };
  }
  // Azure's explanation of its code.
  const inner = isObject(error['innererror']) ? error['innererror']['code'] : undefined;
  const values = [error['code'], error['type'], error['status'], inner];
  const names = values.filter((value): value is string => typeof value === 'string');
  const numbers = [...names, ...values.filter((value) => typeof value === 'number')]
    .map(Number)
    .filter((value) => value >= 400 && value <= 599);
  const message = [error['message'], error['detail']].find((text) => typeof text === 'string');
  const param = typeof error['param'] === 'string' ? error['param'] : null;
  return { names, message: message ?? '', statusInside: numbers[0] ?? null, param };
}
