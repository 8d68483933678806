import type { Booked } from '#app/core/generation/record/ending.ts';
import { keepAnswered } from '#app/core/responses/responses.ts';
import { call, entriesOf, landContents } from './call.ts';
import type { Target } from './target.ts';
import type { Transaction } from '#db/transaction.ts';

/** A call of the public API whose answer is stored, to be read and continued. Still ends with its reader. */
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

/** A response that continues without any reader: its client fetches it later, by its id. */
export const background: Target = {
  ...response,
  name: 'background',
  endsWithReader: false,

  async land(tx, booked) {
    await landResponses(tx, booked);
    await landContents(tx, booked);
  },
};

/** Stores the logs of responses when they end, whatever the outcome. */
export async function landResponses(tx: Transaction, booked: readonly Booked[]): Promise<void> {
  for (const one of booked) {
    const { id, userId } = one.ending.generation;
    await keepAnswered(tx, { id, userId, entries: entriesOf(one) });
  }
}
