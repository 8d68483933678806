import { endEvent } from '#app/core/generation/record/end-event.ts';
import { keepAnswer } from '#app/core/idempotency/kept-answer.ts';
import type { Target } from '../target.ts';
import { callLogLifetime } from './log-lifetime.ts';

/** A call of the public API. Its answer stands nowhere but in its stream log, and is kept only for a repeat of the call. */
export const call: Target = {
  name: 'call',
  listedAs: 'api',
  endsWithReader: true,
  takesDeltas: true,
  mostAtOnce: ({ LIMIT_API_CONCURRENT }) => LIMIT_API_CONCURRENT,
  keepsLogFor: callLogLifetime,
  keepsFilesFor: 24 * 60 * 60 * 1000,

  async land(tx, booked) {
    for (const { ending, chargedMicro } of booked) {
      const { answer, generation } = ending;
      if (!answer) continue;
      const entries = [...answer, JSON.stringify(endEvent(ending, chargedMicro))];
      await keepAnswer(tx, { generationId: generation.id, userId: generation.userId, entries });
    }
  },
};
