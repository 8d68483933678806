import { isFirstMessage } from '#app/core/conversations/messages/stored-messages.ts';
import { attachMade } from '#app/core/conversations/messages/message-files.ts';
import { finishReply, readReplyText, touchConversations } from '#app/core/conversations/messages/reply.ts';
import type { Target } from '../target.ts';
import { loadTurns } from './load-turns.ts';

/** A reply in a conversation. It goes on without any reader. */
export const message: Target = {
  name: 'message',
  listedAs: 'chat',
  endsWithReader: false,
  takesDeltas: false,
  mostAtOnce: ({ LIMIT_CHAT_CONCURRENT }) => LIMIT_CHAT_CONCURRENT,
  keepsLogFor: (_facts, ttlMs) => ttlMs,
  keepsFilesFor: null,
  loadPrompt: loadTurns,
  isFirst: (tx, { promptMessageId }) => isFirstMessage(tx, promptMessageId),
  storedText: readReplyText,
  tellsProgress: true,

  async land(tx, booked) {
    for (const { ending, chargedMicro } of booked) {
      const { replyMessageId: messageId } = ending.generation;
      if (!messageId) continue;
      const { files = [], suggestions = [], textTokens: tokens } = ending;
      const fileCount = files.length;
      await finishReply(tx, { ...ending, messageId, tokens, chargedMicro, fileCount, suggestions });
      await attachMade(tx, messageId, files);
    }
    await touchConversations(
      tx,
      booked.flatMap(({ ending }) => ending.generation.conversationId ?? []),
    );
  },

  userEvents({ generation: { id: generationId, conversationId }, state }) {
    return conversationId ? [{ type: 'reply-ended', generationId, conversationId, state }] : [];
  },

  followUps({ generation: { id: generationId, conversationId }, state }, { isFirst }) {
    if (!isFirst || state !== 'done' || !conversationId) return [];
    return [{ job: 'title', subject: conversationId, payload: { generationId } }];
  },
};
