import type { Booked } from '#app/core/generation/record/ending.ts';
import { keepAnswered } from '#app/core/responses/responses.ts';
import { call, entriesOf, landContents } from './call.ts';
import type { Target } from './target.ts';
import type { Transaction } from '#db/transaction.ts';

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

/** Keeps the logs of responses with their ends, however they ended. */
export async function landResponses(tx: Transaction, booked: readonly Booked[]): Promise<void> {
  for (const one of booked) {
    const { id, userId } = one.ending.generation;
    await keepAnswered(tx, { id, userId, entries: entriesOf(one) });
  }
}
