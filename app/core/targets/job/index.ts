import { landContents } from '../call/land-answer.ts';
import type { Target } from '../target.ts';

/**
 * What a client of the public API has ordered, and asks for later by its id: it goes on without any reader. Its result is
 * a file of its owner for a day.
 */
export const job: Target = {
  name: 'job',
  listedAs: 'api',
  endsWithReader: false,
  takesDeltas: false,
  mostAtOnce: ({ LIMIT_API_CONCURRENT }) => LIMIT_API_CONCURRENT,
  keepsLogFor: (_facts, ttlMs) => ttlMs,
  keepsFilesFor: 24 * 60 * 60 * 1000,
  land: landContents,

  /** Who has webhooks is read afterwards. */
  followUps({ generation: { id: generationId, userId, task }, state }) {
    const type = `${task}.${state === 'done' ? 'completed' : 'failed'}`;
    const at = Math.floor(Date.now() / 1000);
    return [{ job: 'announce-job', subject: generationId, payload: { userId, generationId, type, at } }];
  },
};
