import type { Booked } from '#app/core/generation/record/ending.ts';
import { keepAnswered } from '#app/core/responses/responses.ts';
import type { Transaction } from '#db/transaction.ts';
import { entriesOf } from '../call/land-answer.ts';

/** Keeps the logs of responses with their ends, however they ended. */
export async function landResponses(tx: Transaction, booked: readonly Booked[]): Promise<void> {
  for (const one of booked) {
    const { id, userId } = one.ending.generation;
    await keepAnswered(tx, { id, userId, entries: entriesOf(one) });
  }
}
