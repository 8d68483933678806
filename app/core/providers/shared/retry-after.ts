/** Longest wait that a provider can ask for; more is taken for a mistake. */
const LONGEST_MS = 3_600_000;

/**
 * How long a provider wants us to wait: `retry-after-ms`, or `retry-after` in seconds or as a date.
 * @returns milliseconds, or undefined when it says nothing usable
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
  if (!Number.isFinite(ms) || ms < 0 || ms > LONGEST_MS) return undefined;
  return Math.ceil(ms);
}
