import type { Ending } from '#app/core/generation/record/ending.ts';
import { finishCell, type FinishedCell } from '#app/core/playground/cell.ts';
import { readCellText } from '#app/core/playground/history.ts';
import type { Target } from '../target.ts';

/** What is said of an answer in words alone. */
type Words = Pick<FinishedCell, 'tokens' | 'firstTokenMs'>;
const NO_WORDS: Words = { tokens: null, firstTokenMs: null };

function wordsOf({ usage, countedTokens, firstTokenAt }: Ending, since: (at: number) => number): Words {
  return {
    tokens: usage?.completionTokens ?? countedTokens,
    firstTokenMs: firstTokenAt && since(firstTokenAt.getTime()),
  };
}

/** An answer of one pair of model and provider in the playground. It goes on without any reader. */
export const cell: Target = {
  name: 'cell',
  listedAs: 'playground',
  endsWithReader: false,
  takesDeltas: false,
  mostAtOnce: ({ LIMIT_CHAT_CONCURRENT }) => LIMIT_CHAT_CONCURRENT,
  keepsLogFor: (_facts, ttlMs) => ttlMs,
  keepsFilesFor: null,
  storedText: readCellText,
  tellsProgress: true,

  async land(tx, booked) {
    const now = Date.now();
    for (const { ending, chargedMicro } of booked) {
      const { replyMessageId: cellId, createdAt } = ending.generation;
      if (!cellId) continue;
      const since = (at: number) => Math.max(0, at - createdAt.getTime());
      await finishCell(tx, {
        ...ending,
        cellId,
        chargedMicro,
        ...(ending.files?.length ? NO_WORDS : wordsOf(ending, since)),
        totalMs: since(now),
      });
    }
  },

  userEvents({ generation: { id: generationId, conversationId } }) {
    return conversationId
      ? [{ type: 'playground', playgroundId: conversationId, change: 'ended', generationId }]
      : [];
  },
};
