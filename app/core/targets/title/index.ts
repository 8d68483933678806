import { setTitle } from '#app/core/conversations/title.ts';
import type { Ending } from '#app/core/generation/record/ending.ts';
import type { Target } from '../target.ts';
import { cleanTitle } from './clean-title.ts';
import { loadTitlePrompt } from './title-prompt.ts';

/** The title of a conversation, after its first reply. The operator pays. */
export const title: Target = {
  name: 'title',
  listedAs: null,
  endsWithReader: false,
  takesDeltas: false,
  mostAtOnce: () => 0,
  keepsLogFor: (_facts, ttlMs) => ttlMs,
  keepsFilesFor: null,
  loadPrompt: loadTitlePrompt,
  resultOf: cleanTitle,

  async land(tx, booked) {
    for (const { ending } of booked) {
      const { conversationId } = ending.generation;
      if (conversationId && hasTitle(ending))
        await setTitle(tx, { conversationId, title: ending.text, source: 'model' });
    }
  },

  userEvents(ending) {
    const { conversationId } = ending.generation;
    return conversationId && hasTitle(ending) ? [{ type: 'title', conversationId, title: ending.text }] : [];
  },
};

/** Whether a title came out: of thoughts alone there is none. */
function hasTitle({ state, text }: Pick<Ending, 'state' | 'text'>): boolean {
  return state === 'done' && text !== '';
}
