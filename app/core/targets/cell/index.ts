import { finishCell } from '#app/core/playground/finish-cells.ts';
import { readCellText } from '#app/core/playground/read-playground.ts';
import type { Target } from '../target.ts';

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
        tokens: ending.usage?.completionTokens ?? ending.countedTokens,
        firstTokenMs: ending.firstTokenAt && since(ending.firstTokenAt.getTime()),
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
