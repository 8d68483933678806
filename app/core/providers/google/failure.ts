import type { ErrorCode } from '#app/contracts/errors.ts';
import { ProviderError } from '../contract.ts';
import { saysBadKey } from '../shared/google-address.ts';
import { isObject } from '../shared/json.ts';
import { readRetryAfter } from '../shared/retry-after.ts';
import { safeMessage } from '../shared/safe-message.ts';

type Class = readonly [code: ErrorCode, retryable: boolean];

/** The maker's names of its errors. */
const BY_NAME: Readonly<Record<string, Class>> = {
  INVALID_ARGUMENT: ['provider_rejected', false],
  OUT_OF_RANGE: ['provider_rejected', false],
  // The account, or where it stands, is at fault: another provider may be asked.
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
  499: ['provider_unavailable', true],
  504: ['provider_timeout', true],
};

/** What only the message of an invalid request tells apart. */
const TOO_LONG =
  /input token count .{0,40}exceeds the maximum|exceeds the (?:maximum number of|limit of) tokens/i;

/** A quota of the day, which waiting does not bring back. */
const DAILY = /PerDay/;
/** More details than an error has, and more digits than a wait. */
const MOST_DETAILS = 16;
const DELAY = /^(\d{1,9}(?:\.\d{1,9})?)s$/;
const LONGEST_MS = 3_600_000;

interface Failure {
  /** HTTP status; null for an error inside a stream. */
  status: number | null;
  /** The body, `{error: {code, message, status, details}}`, or whatever stood in its place. */
  body: unknown;
  headers?: Headers;
  /** What must not be in the message. */
  secrets: readonly string[];
}

/** The body of a refusal: its JSON, of a list the first, or its text where it is no page. */
export function errorIn(body: string): unknown {
  try {
    const json: unknown = JSON.parse(body);
    return Array.isArray(json) ? json[0] : json;
  } catch {
    return /^\s*</.test(body) ? '' : body;
  }
}

/** What a provider's error means in our words, whether it came as a status or inside a stream. */
export function toProviderError({ status, body, headers, secrets }: Failure): ProviderError {
  const inner = isObject(body) ? (body['error'] ?? body) : body;
  const error = isObject(inner) ? inner : { message: inner };
  const message = typeof error['message'] === 'string' ? error['message'] : '';
  const details: unknown[] = Array.isArray(error['details']) ? error['details'] : [];
  const told = details.slice(0, MOST_DETAILS).filter(isObject);
  const code = typeof error['code'] === 'number' ? error['code'] : null;
  const effective = status ?? code;
  const [ours, retryable] = classify(effective, { name: error['status'], message, details: told });
  const waitMs = retryable ? (delayIn(told) ?? readRetryAfter(headers)) : undefined;
  const field = ours === 'provider_rejected' ? fieldIn(told) : null;
  return new ProviderError(
    ours,
    safeMessage(message || `the provider answered ${effective ?? 'an error'}`, secrets),
    {
      ...(effective === null ? {} : { status: effective }),
      retryable,
      param: field === null ? null : safeMessage(field, secrets),
      ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
    },
  );
}

function classify(
  status: number | null,
  { name, message, details }: { name: unknown; message: string; details: Record<string, unknown>[] },
): Class {
  if (saysBadKey(message)) return ['invalid_api_key', false];
  // One name stands for several statuses.
  if (status === 402 || quotasIn(details).some((id) => DAILY.test(id))) return ['insufficient_quota', false];
  if ((status === null || status < 500) && TOO_LONG.test(message)) return ['context_length', false];
  const named = typeof name === 'string' && Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  const known = named ?? (status === null ? undefined : BY_STATUS[status]);
  if (known) return known;
  return status === null || status >= 500 ? ['provider_unavailable', true] : ['provider_rejected', false];
}

/** The quotas that were exceeded. */
function quotasIn(details: readonly Record<string, unknown>[]): string[] {
  return details
    .flatMap(({ violations }): unknown[] =>
      Array.isArray(violations) ? violations.slice(0, MOST_DETAILS) : [],
    )
    .flatMap((one) => (isObject(one) && typeof one['quotaId'] === 'string' ? [one['quotaId']] : []));
}

/** How long the maker wants us to wait, in milliseconds: `17s`, `0.5s`. */
function delayIn(details: readonly Record<string, unknown>[]): number | undefined {
  for (const { retryDelay } of details) {
    const [, seconds] = typeof retryDelay === 'string' ? (DELAY.exec(retryDelay) ?? []) : [];
    const ms = seconds === undefined ? Number.NaN : Math.ceil(Number(seconds) * 1000);
    if (ms <= LONGEST_MS) return ms;
  }
  return undefined;
}

/** The first field that the maker complains of. */
function fieldIn(details: readonly Record<string, unknown>[]): string | null {
  for (const { fieldViolations } of details) {
    const first: unknown = Array.isArray(fieldViolations) ? fieldViolations[0] : undefined;
    if (isObject(first) && typeof first['field'] === 'string' && first['field'] !== '') return first['field'];
  }
  return null;
}
