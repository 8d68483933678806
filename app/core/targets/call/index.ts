import type { Target } from '../target.ts';
import { landContents, landRepeatable } from './land-answer.ts';
import { callLogLifetime } from './log-lifetime.ts';

/**
 * A call of the public API. Its answer is in its stream log alone, unless it is stored for a repeat of the call or for its
 * account.
 */
export const call: Target = {
  name: 'call',
  listedAs: 'api',
  endsWithReader: true,
  takesDeltas: true,
  mostAtOnce: ({ LIMIT_API_CONCURRENT }) => LIMIT_API_CONCURRENT,
  keepsLogFor: callLogLifetime,
  keepsFilesFor: 24 * 60 * 60 * 1000,

  async land(tx, booked) {
    await landRepeatable(tx, booked);
    await landContents(tx, booked);
  },
};
