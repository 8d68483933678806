import { call } from '../call/index.ts';
import type { Target } from '../target.ts';
import { landResponses } from './land-response.ts';

/** A call of the public API whose answer is kept, to be read again and continued. It ends with its reader all the same. */
export const response: Target = {
  ...call,
  name: 'response',
  countsAs: 'call',
  keepsLog: true,

  async land(tx, booked) {
    await call.land?.(tx, booked);
    await landResponses(tx, booked);
  },
};
