import { endEvent } from '#app/core/generation/record/end-event.ts';
import type { Booked } from '#app/core/generation/record/ending.ts';
import { keepAnswered } from '#app/core/responses/keep-response.ts';
import type { Transaction } from '#db/transaction.ts';

/** Keeps the logs of responses with their ends, however they ended. */
export async function landResponses(tx: Transaction, booked: readonly Booked[]): Promise<void> {
  for (const { ending, chargedMicro } of booked) {
    const { answer = [], generation } = ending;
    const entries = [...answer, JSON.stringify(endEvent(ending, chargedMicro))];
    await keepAnswered(tx, { id: generation.id, userId: generation.userId, entries });
  }
}
