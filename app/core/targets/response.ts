import type { SettledEnding } from '#app/core/generation/record/ending.ts';
import { storeResponseAnswer } from '#app/core/responses/responses.ts';
import { call, entriesOf, storeContents } from './call.ts';
import type { Target } from './target.ts';
import type { Transaction } from '#db/transaction.ts';

/** A call of the public API whose answer is stored, to be read and continued. Still ends with its reader. */
export const response: Target = {
  ...call,
  name: 'response',
  countsAs: 'call',
  storesLog: true,

  async storeResult(tx, booked) {
    await call.storeResult?.(tx, booked);
    await storeResponses(tx, booked);
  },
};

/** A response that continues without any reader: its client fetches it later, by its id. */
export const background: Target = {
  ...response,
  name: 'background',
  endsWithReader: false,

  async storeResult(tx, booked) {
    await storeResponses(tx, booked);
    await storeContents(tx, booked);
  },
};

/** Stores the logs of responses when they end, whatever the outcome. */
export async function storeResponses(tx: Transaction, booked: readonly SettledEnding[]): Promise<void> {
  for (const one of booked) {
    const { id, userId } = one.ending.generation;
    await storeResponseAnswer(tx, { id, userId, entries: entriesOf(one) });
  }
}
