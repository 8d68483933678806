import { storeAnswer } from '#app/core/call-contents/call-contents.ts';
import { endEvent } from '#app/core/generation/record/end-event.ts';
import type { Booked } from '#app/core/generation/record/ending.ts';
import { keepAnswer } from '#app/core/idempotency/stored-answers.ts';
import type { Transaction } from '#db/transaction.ts';

/** The whole log of a run, its end included, as JSON of one entry each. */
export function entriesOf({ ending, chargedMicro }: Booked): string[] {
  return [...(ending.answer ?? []), JSON.stringify(endEvent(ending, chargedMicro))];
}

/** Stores the answers of calls for the accounts that keep their calls, however the calls ended. */
export async function landContents(tx: Transaction, booked: readonly Booked[]): Promise<void> {
  for (const one of booked) {
    const { id, userId, storesContent } = one.ending.generation;
    if (storesContent) await storeAnswer(tx, { id, userId, entries: entriesOf(one) });
  }
}

/** Stores whole answers of calls for repeats of the call. */
export async function landRepeatable(tx: Transaction, booked: readonly Booked[]): Promise<void> {
  for (const one of booked) {
    const { id: generationId, userId, keepsAnswer } = one.ending.generation;
    if (keepsAnswer && one.ending.state === 'done')
      await keepAnswer(tx, { generationId, userId, entries: entriesOf(one) });
  }
}
