import { ProviderError } from '../contract.ts';
import { isObject } from './json.ts';

/** No connection came about with these. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** A connection that could not be made or broke before the answer; the cause may hold the address and is left out. */
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
        isUnsent: code !== undefined && UNSENT.has(code),
      });
}

/**
 * Waits for what goes over a connection.
 * @throws the signal's reason when it was aborted meanwhile, else ProviderError
 */
export async function connected<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toConnectionError(error);
  }
}

/** An error and what caused it, outermost first. */
function causes(error: unknown): Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  for (let at = error; isObject(at) && chain.length < 8; at = at['cause']) chain.push(at);
  return chain;
}
