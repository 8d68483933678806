import type { PromptMessage } from '#app/contracts/completion.ts';
import { readAncestors } from '#app/core/conversations/ancestors.ts';
import { attachGenerated } from '#app/core/conversations/messages/message-files.ts';
import { finishReply, readReplyText, touchConversations } from '#app/core/conversations/messages/reply.ts';
import { awaitInserted, isFirstMessage } from '#app/core/conversations/messages/stored-messages.ts';
import { readImage, readVideo } from '#app/core/files/media/read-image.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { VIDEOS } from '#app/core/generation/record/candidate.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import type { Prompt, Target } from '#app/core/targets/target.ts';
import type { Tx } from '#db/transaction.ts';
import { chatOptions, leadingTurns, completeExamples } from './options.ts';

/** A reply in a conversation. It continues without any reader. */
export const message: Target = {
  name: 'message',
  listedAs: 'chat',
  endsWithReader: false,
  takesDeltas: false,
  maxConcurrent: ({ LIMIT_CHAT_CONCURRENT }) => LIMIT_CHAT_CONCURRENT,
  keepsLogFor: (_facts, ttlMs) => ttlMs,
  keepsFilesFor: null,
  loadPrompt: loadTurns,
  isFirst: (tx, { promptMessageId }) => isFirstMessage(tx, promptMessageId),
  storedText: readReplyText,
  reportsProgress: true,

  async storeResult(tx, booked) {
    for (const { ending, chargedMicro } of booked) {
      const { replyMessageId: messageId } = ending.generation;
      if (!messageId) continue;
      const { files = [], suggestions = [], textTokens: tokens } = ending;
      const fileCount = files.length;
      await finishReply(tx, { ...ending, messageId, tokens, chargedMicro, fileCount, suggestions });
      await attachGenerated(tx, messageId, files);
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

/** A turn, with the images and videos that are sent with it. */
interface Turn {
  isCreatedByUser: boolean;
  text: string;
  files: FileRecord[];
}

type UserContent = Extract<PromptMessage, { role: 'user' }>['content'];

/**
 * The prompt of a message: the turns of its conversation, then the reply so far if it is continued. A worker may be
 * faster than the database, whose reads do not see the message at first (`awaitInserted`).
 */
async function loadTurns(tx: Tx, generation: Generation): Promise<Prompt> {
  const { promptMessageId, parameters, prefixText } = generation;
  let read = await readTurns(tx, generation);
  if (read.newestFirst.length === 0 && promptMessageId && (await awaitInserted(promptMessageId)))
    read = await readTurns(tx, generation);
  const { newestFirst, isFirst } = read;
  const turns: PromptMessage[] = [];
  for (const { isCreatedByUser, text, files } of newestFirst.toReversed())
    turns.push(
      isCreatedByUser
        ? { role: 'user', content: await contentOf(text, files) }
        : { role: 'assistant', content: text },
    );
  const examples = completeExamples(parameters).flatMap(({ input, output }): PromptMessage[] => [
    { role: 'user', content: input.content },
    { role: 'assistant', content: output.content },
  ]);
  const soFar: PromptMessage[] = prefixText ? [{ role: 'assistant', content: prefixText }] : [];
  return {
    messages: [...leadingTurns(parameters), ...examples, ...turns, ...soFar],
    options: chatOptions(parameters),
    cap: parameters.maxOutputTokens ?? null,
    isFirst,
  };
}

/**
 * The turns of a conversation, newest first: from the message that is answered to the oldest that admission counted.
 * Images and videos are included from the message on that admission chose; a file that was deleted since is left out,
 * and so are all videos if the model accepts none.
 */
async function readTurns(
  tx: Tx,
  { conversationId, promptMessageId, oldestMessageId, picturesFromId, route }: Generation,
): Promise<{ newestFirst: Turn[]; isFirst: boolean }> {
  const newestFirst: Turn[] = [];
  let isFirst = false;
  if (!conversationId || !promptMessageId) return { newestFirst, isFirst };
  const takesVideos = !route.some(({ leftOut }) => leftOut.includes(VIDEOS));
  let isShown = picturesFromId !== null;
  for await (const message of readAncestors(tx, conversationId, promptMessageId)) {
    if (message.id === promptMessageId) isFirst = message.position === 1;
    const { text, isCreatedByUser } = message;
    const shown = isShown ? message.files : [];
    const files = shown.filter(({ kind }) => kind === 'image' || takesVideos);
    // A model cannot send files: they go before the user's next text.
    if (!isCreatedByUser) newestFirst.at(-1)?.files.unshift(...files);
    // A reply that failed before its first text is left out.
    if (text !== '') newestFirst.push({ isCreatedByUser, text, files: isCreatedByUser ? [...files] : [] });
    if (message.id === picturesFromId) isShown = false;
    if (message.id === oldestMessageId) break;
  }
  return { newestFirst, isFirst };
}

/** The content of a user's turn: images and videos go before the text that asks about them. */
async function contentOf(text: string, files: readonly FileRecord[]): Promise<UserContent> {
  const parts: Exclude<UserContent, string> = [];
  // One after the other: each is in memory as a whole, and an image is decoded.
  for (const file of files) {
    const url = await (file.kind === 'video' ? readVideo(file) : readImage(file));
    if (url === null) continue;
    parts.push(
      file.kind === 'video'
        ? { type: 'file', file: { file_data: url } }
        : { type: 'image_url', image_url: { url } },
    );
  }
  if (parts.length === 0) return text;
  return [...parts, { type: 'text', text }];
}
