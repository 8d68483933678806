/**
 * A histogram of the time to the first token: number of calls by bucket number. Each bucket is a tenth wider
 * than the one before, so that histograms of any calls are added by adding their counts, and a percentile
 * that is read from the sum is at most `RELATIVE_ERROR` off.
 */
export type FirstTokens = Map<number, number>;

const GROWTH = Math.log(1.1);
/** Starts at five hours. */
const LAST_BUCKET = 176;

/**
 * Max relative error of a percentile that is read from buckets, above or below the exact one (and rounded to
 * 1 ms).
 */
export const RELATIVE_ERROR = Math.sqrt(1.1) - 1;

/** The bucket of a time in milliseconds; less than one counts as one. */
export function bucketOf(ms: number): number {
  return Math.min(Math.floor(Math.log(Math.max(ms, 1)) / GROWTH + 1e-9), LAST_BUCKET);
}

/** Adds the counts of `more` to `sum`; counts of zero are removed. @param times -1 subtracts them */
export function addFirstTokens(sum: FirstTokens, more: FirstTokens, times: 1 | -1 = 1): void {
  for (const [bucket, count] of more) {
    const total = (sum.get(bucket) ?? 0) + times * count;
    if (total === 0) sum.delete(bucket);
    else sum.set(bucket, total);
  }
}

/** The stored form: `73:1 80:12`, in the order of the buckets. */
export function writeFirstTokens(histogram: FirstTokens): string {
  return [...histogram]
    .sort(([one], [other]) => one - other)
    .map(([bucket, count]) => `${bucket}:${count}`)
    .join(' ');
}

/** @param text written by `writeFirstTokens` */
export function readFirstTokens(text: string): FirstTokens {
  const histogram: FirstTokens = new Map();
  addWrittenTokens(histogram, text);
  return histogram;
}

const SPACE = 32;
const COLON = 58;
const ZERO = 48;
const MINUS = 45;

/**
 * Adds a written histogram to a sum. A dashboard reads tens of thousands of them: this parses character by
 * character, without creating strings or a map for each.
 * @param text written by `writeFirstTokens`
 */
export function addWrittenTokens(sum: FirstTokens, text: string): void {
  let bucket = 0;
  let number = 0;
  let sign = 1;
  for (let at = 0; at <= text.length; at += 1) {
    const letter = at < text.length ? text.charCodeAt(at) : SPACE;
    if (letter === COLON) {
      bucket = number;
      number = 0;
    } else if (letter === SPACE) {
      if (number > 0) sum.set(bucket, (sum.get(bucket) ?? 0) + sign * number);
      number = 0;
      sign = 1;
    } else if (letter === MINUS) sign = -1;
    else number = number * 10 + letter - ZERO;
  }
}

/**
 * The time in milliseconds within which a share of the calls had their first token, by the nearest rank; null
 * for none.
 * @param share from 0 to 1
 */
export function percentile(histogram: FirstTokens, share: number): number | null {
  const buckets = [...histogram].filter(([, count]) => count > 0).sort(([one], [other]) => one - other);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  let left = Math.max(1, Math.ceil(share * total));
  for (const [bucket, count] of buckets) {
    left -= count;
    if (left <= 0) return Math.round(Math.exp((bucket + 0.5) * GROWTH));
  }
  return null;
}
