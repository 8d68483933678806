import type { ErrorCode } from '#app/contracts/errors.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import { isObject } from './json.ts';

/** Our error code for a provider's error, and whether a retry may help. */
export type ErrorClass = readonly [code: ErrorCode, retryable: boolean];

/** A provider's error, whether it came as a status or inside a stream. */
export interface Refusal {
  /** HTTP status; null for an error inside a stream. */
  status: number | null;
  /** The parsed JSON, or the raw value if it was not JSON. */
  body: unknown;
  headers?: Headers;
}

/** Fallback for errors whose name is unknown: from a proxy, or from another provider that uses the wire. */
const BY_STATUS: Readonly<Record<number, ErrorClass>> = {
  401: ['invalid_api_key', false],
  402: ['insufficient_quota', false],
  // The account is not allowed, or not from this location: the request itself is fine, so try another
  // provider.
  403: ['provider_unavailable', false],
  404: ['provider_model_not_found', false],
  408: ['provider_timeout', true],
  409: ['provider_unavailable', true],
  413: ['context_length', false],
  429: ['provider_rate_limited', true],
  499: ['provider_unavailable', true],
  504: ['provider_timeout', true],
};

/** Longest wait that a provider can request; a longer one is treated as a mistake. */
const MAX_WAIT_MS = 3_600_000;

const MAX_MESSAGE = 512;

const HIDDEN_KEY = '[key]';

/** Patterns that look like a key: `sk-abc...`, `Bearer abc`. */
const KEY_LIKE = [/\bbearer\s+[\w.~+/*=-]{6,}/gi, /\b(?:sk|pk|rk|gsk|xai|key|api)[-_][\w*.-]{6,}/gi];

const MASK = '***';

/** Error codes that mean no connection was established. */
const UNSENT_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/**
 * Classifies an error: by the first of its names that the wire's table knows, else by its status.
 * @param status null for an error inside a stream without a status
 */
export function classOf(
  status: number | null,
  names: readonly unknown[],
  byName: Readonly<Record<string, ErrorClass>>,
): ErrorClass {
  const name = names.find((one): one is string => typeof one === 'string' && Object.hasOwn(byName, one));
  const known = name === undefined ? undefined : byName[name];
  if (known) return known;
  const plain = status === null ? undefined : BY_STATUS[status];
  if (plain) return plain;
  return status === null || status >= 500 ? ['provider_unavailable', true] : ['provider_rejected', false];
}

interface FailureDetails {
  /** null where the error has no status. */
  status: number | null;
  message: string;
  /** The invalid field, where the provider names one. */
  param?: string | null;
  /** Milliseconds to wait, from the error itself; the headers are then ignored. */
  waitMs?: number | undefined;
  headers?: Headers | undefined;
  /** Strings that must not appear in the message. */
  secrets: readonly string[];
}

/** Builds the ProviderError of a class, with the provider's message made safe to show. */
export function failureOf(
  [code, retryable]: ErrorClass,
  { status, message, param = null, waitMs, headers, secrets }: FailureDetails,
): ProviderError {
  const retryAfterMs = retryable ? (waitMs ?? readRetryAfter(headers)) : undefined;
  return new ProviderError(
    code,
    safeMessage(message || `the provider answered ${status ?? 'an error'}`, secrets),
    {
      ...(status === null ? {} : { status }),
      retryable,
      param: param === null ? null : safeMessage(param, secrets),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
  );
}

/** Error for a request that the wire cannot express; the caller must change it. */
export function refused(message: string): ProviderError {
  return new ProviderError('provider_rejected', message);
}

/**
 * How long a provider wants us to wait: `retry-after-ms`, or `retry-after` in seconds or as a date.
 * @returns milliseconds, or undefined without a usable value
 */
export function readRetryAfter(headers: Headers | undefined, now = Date.now()): number | undefined {
  const exact = headers?.get('retry-after-ms');
  if (exact) return usable(Number(exact));
  const text = headers?.get('retry-after');
  if (!text) return undefined;
  const seconds = Number(text);
  return usable(Number.isNaN(seconds) ? Date.parse(text) - now : seconds * 1000);
}

function usable(ms: number): number | undefined {
  if (!Number.isFinite(ms) || ms < 0 || ms > MAX_WAIT_MS) return undefined;
  return Math.ceil(ms);
}

/**
 * Makes a provider's message safe to show and log: without the key (providers repeat it), on one line, at
 * most 512 characters.
 */
export function safeMessage(message: string, secrets: readonly string[]): string {
  let safe = message.slice(0, MAX_MESSAGE * 8);
  for (const secret of secrets) {
    if (secret.length >= 4) safe = safe.replaceAll(secret, HIDDEN_KEY);
  }
  for (const pattern of KEY_LIKE) safe = safe.replace(pattern, HIDDEN_KEY);
  safe = safe.replace(/[\w*-]+/g, withoutMasked);
  safe = safe.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return safe.length > MAX_MESSAGE ? `${safe.slice(0, MAX_MESSAGE - 1)}…` : safe;
}

/** Replaces a masked key within a word: `abcd****wxyz`. */
function withoutMasked(word: string): string {
  const mask = word.indexOf(MASK);
  if (mask < 0) return word;
  const start = mask === 0 ? 0 : word.lastIndexOf('*', mask - 1) + 1;
  return word.slice(0, start) + HIDDEN_KEY;
}

/**
 * A connection that failed, or broke before the answer. The cause is omitted, since it may contain the
 * address.
 */
export function toConnectionError(error: unknown): ProviderError {
  const codes = causes(error).flatMap((cause) => (typeof cause['code'] === 'string' ? [cause['code']] : []));
  const code = codes.at(-1);
  const timedOut = /timed? ?out/i.test(`${String(error)} ${codes.join(' ')}`.replaceAll('_', ' '));
  const detail = code ? ` (${code})` : '';
  return timedOut
    ? new ProviderError('provider_timeout', `the provider did not answer in time${detail}`, {
        retryable: true,
      })
    : new ProviderError('provider_unavailable', `the provider cannot be reached${detail}`, {
        retryable: true,
        isUnsent: code !== undefined && UNSENT_CODES.has(code),
      });
}

/**
 * Awaits work on a connection and converts its errors.
 * @throws the signal's reason if it was aborted meanwhile, else ProviderError
 */
export async function withConnectionErrors<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toConnectionError(error);
  }
}

/** An error and its chain of causes, outermost first. */
function causes(error: unknown): Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  for (let at = error; isObject(at) && chain.length < 8; at = at['cause']) chain.push(at);
  return chain;
}
