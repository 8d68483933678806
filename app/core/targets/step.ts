import { write } from '#db/sql.ts';
import type { Target } from './target.ts';

/**
 * A step of another generation, whose hold pays for it. Its output stays in its row until the parent has
 * ended; only the parent reads it.
 */
export const step: Target = {
  name: 'step',
  listedAs: null,
  endsWithReader: false,
  takesDeltas: false,
  maxConcurrent: () => 0,
  keepsLogFor: (_facts, ttlMs) => ttlMs,
  keepsFilesFor: null,

  async storeResult(tx, booked) {
    for (const { ending } of booked)
      await write(tx, 'UPDATE generations SET result = ? WHERE id = ?', [ending.text, ending.generation.id]);
  },

  followUps({ generation: { id, parentId } }) {
    return parentId ? [{ job: 'wake-parent', subject: id, payload: { parentId } }] : [];
  },
};
