import type { Candidate } from '#app/core/generation/record/candidate.ts';

/**
 * Takes the first candidate that is likely to answer out of the list, or the first of all when none is.
 * @param isReady who is told true is asked at once
 */
export async function takeNext(
  left: Candidate[],
  isReady: (candidate: Candidate) => Promise<boolean>,
): Promise<Candidate> {
  let place = 0;
  for (; place < left.length; place += 1) if (await isReady(left[place]!)) break;
  const [candidate] = left.splice(place < left.length ? place : 0, 1);
  return candidate!;
}
