import type { ErrorCode } from '#app/contracts/errors.ts';
import { ProviderError } from '../contract.ts';
import { readRetryAfter } from './retry-after.ts';
import { safeMessage } from './safe-message.ts';

/** What an error means in our words. */
export type Class = readonly [code: ErrorCode, retryable: boolean];

/** A provider's error, whether it came as a status or inside a stream. */
export interface Refusal {
  /** HTTP status; null for an error inside a stream. */
  status: number | null;
  /** Its JSON, or whatever stood in its place. */
  body: unknown;
  headers?: Headers;
}

/** For errors whose name says nothing: of a proxy, or of somebody else who speaks the wire. */
const BY_STATUS: Readonly<Record<number, Class>> = {
  401: ['invalid_api_key', false],
  402: ['insufficient_quota', false],
  // The account may not, or not from here: the request is as good as another's, so another provider may be asked.
  403: ['provider_unavailable', false],
  404: ['provider_model_not_found', false],
  408: ['provider_timeout', true],
  409: ['provider_unavailable', true],
  413: ['context_length', false],
  429: ['provider_rate_limited', true],
  499: ['provider_unavailable', true],
  504: ['provider_timeout', true],
};

/**
 * The class of an error: by the first of its names that the wire's table knows, else by its status.
 * @param status null for an error inside a stream that names none
 */
export function classOf(
  status: number | null,
  names: readonly unknown[],
  byName: Readonly<Record<string, Class>>,
): Class {
  const name = names.find((one): one is string => typeof one === 'string' && Object.hasOwn(byName, one));
  const known = name === undefined ? undefined : byName[name];
  if (known) return known;
  const plain = status === null ? undefined : BY_STATUS[status];
  if (plain) return plain;
  return status === null || status >= 500 ? ['provider_unavailable', true] : ['provider_rejected', false];
}

interface Said {
  /** null where the error names none. */
  status: number | null;
  message: string;
  /** The field that is wrong, where the provider names one. */
  param?: string | null;
  /** Milliseconds that the error itself asks us to wait; its headers are not looked at then. */
  waitMs?: number | undefined;
  headers?: Headers | undefined;
  /** What must not be in the message. */
  secrets: readonly string[];
}

/** The error of a class, with what was said of it as far as that may be shown. */
export function failureOf(
  [code, retryable]: Class,
  { status, message, param = null, waitMs, headers, secrets }: Said,
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
