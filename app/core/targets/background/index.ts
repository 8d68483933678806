import { landContents } from '../call/land-answer.ts';
import { landResponses } from '../response/land-response.ts';
import { response } from '../response/index.ts';
import type { Target } from '../target.ts';

/** A response that goes on without any reader: its client asks for it later, by its id. */
export const background: Target = {
  ...response,
  name: 'background',
  endsWithReader: false,

  async land(tx, booked) {
    await landResponses(tx, booked);
    await landContents(tx, booked);
  },
};
