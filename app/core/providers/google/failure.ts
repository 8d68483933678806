import type { ProviderError } from '../contract.ts';
import { classOf, failureOf, type ErrorClass, type Refusal } from '../shared/failure.ts';
import { isBadKeyMessage } from './address.ts';
import { isObject } from '../shared/json.ts';

/** The maker's error names. */
const BY_NAME: Readonly<Record<string, ErrorClass>> = {
  INVALID_ARGUMENT: ['provider_rejected', false],
  OUT_OF_RANGE: ['provider_rejected', false],
  // The account or its location is at fault: try another provider.
  FAILED_PRECONDITION: ['provider_unavailable', false],
  PERMISSION_DENIED: ['provider_unavailable', false],
  UNAUTHENTICATED: ['invalid_api_key', false],
  NOT_FOUND: ['provider_model_not_found', false],
  RESOURCE_EXHAUSTED: ['provider_rate_limited', true],
  DEADLINE_EXCEEDED: ['provider_timeout', true],
  ABORTED: ['provider_unavailable', true],
  CANCELLED: ['provider_unavailable', true],
  INTERNAL: ['provider_unavailable', true],
  UNKNOWN: ['provider_unavailable', true],
  UNAVAILABLE: ['provider_unavailable', true],
};

/** Messages of invalid requests that mean a prompt is too long. */
const TOO_LONG =
  /input token count (?:\(\d{1,12}\) )?exceeds the maximum|exceeds the (?:maximum number of|limit of) tokens/i;

/** A daily quota; waiting does not help. */
const DAILY = /PerDay/;
/** Limits for the number of details and of digits, above those of any real error. */
const MAX_DETAILS = 16;
const DELAY = /^(\d{1,9}(?:\.\d{1,9})?)s$/;
const MAX_DELAY_MS = 3_600_000;

interface Failure extends Refusal {
  /** Strings that must not appear in the message. */
  secrets: readonly string[];
}

/**
 * Converts a provider's error to ours. Its body is `{error: {code, message, status, details}}`, or anything
 * else in its place.
 */
export function toProviderError({ status, body, headers, secrets }: Failure): ProviderError {
  const inner = isObject(body) ? (body['error'] ?? body) : body;
  const error = isObject(inner) ? inner : { message: inner };
  const message = typeof error['message'] === 'string' ? error['message'] : '';
  const details: unknown[] = Array.isArray(error['details']) ? error['details'] : [];
  const usableDetails = details.slice(0, MAX_DETAILS).filter(isObject);
  const code = typeof error['code'] === 'number' ? error['code'] : null;
  const effective = status ?? code;
  const known = classify(effective, { name: error['status'], message, details: usableDetails });
  const param = known[0] === 'provider_rejected' ? fieldIn(usableDetails) : null;
  return failureOf(known, {
    status: effective,
    message,
    param,
    waitMs: delayIn(usableDetails),
    headers,
    secrets,
  });
}

function classify(
  status: number | null,
  { name, message, details }: { name: unknown; message: string; details: Record<string, unknown>[] },
): ErrorClass {
  if (isBadKeyMessage(message)) return ['invalid_api_key', false];
  // One error name covers several statuses.
  if (status === 402 || quotasIn(details).some((id) => DAILY.test(id))) return ['insufficient_quota', false];
  if ((status === null || status < 500) && TOO_LONG.test(message)) return ['context_length', false];
  return classOf(status, [name], BY_NAME);
}

/** The ids of the exceeded quotas. */
function quotasIn(details: readonly Record<string, unknown>[]): string[] {
  return details
    .flatMap(({ violations }): unknown[] =>
      Array.isArray(violations) ? violations.slice(0, MAX_DETAILS) : [],
    )
    .flatMap((one) => (isObject(one) && typeof one['quotaId'] === 'string' ? [one['quotaId']] : []));
}

/** The wait that the maker requests, in milliseconds: `17s`, `0.5s`. */
function delayIn(details: readonly Record<string, unknown>[]): number | undefined {
  for (const { retryDelay } of details) {
    const [, seconds] = typeof retryDelay === 'string' ? (DELAY.exec(retryDelay) ?? []) : [];
    const ms = seconds === undefined ? Number.NaN : Math.ceil(Number(seconds) * 1000);
    if (ms <= MAX_DELAY_MS) return ms;
  }
  return undefined;
}

/** The first field that the maker rejects. */
function fieldIn(details: readonly Record<string, unknown>[]): string | null {
  for (const { fieldViolations } of details) {
    const first: unknown = Array.isArray(fieldViolations) ? fieldViolations[0] : undefined;
    if (isObject(first) && typeof first['field'] === 'string' && first['field'] !== '') return first['field'];
  }
  return null;
}
