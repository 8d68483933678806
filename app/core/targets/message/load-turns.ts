import type { PromptMessage } from '#app/contracts/completion.ts';
import { readAncestors } from '#app/core/conversations/branches/read-ancestors.ts';
import { readPicture } from '#app/core/files/media/read-picture.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import type { Tx } from '#db/transaction.ts';
import type { Prompt } from '../target.ts';
import { chatOptions, toldFirst, wholeExamples } from './chat-options.ts';

/**
 * The turns of a conversation, oldest first: from the oldest that was counted at admission to the message that is
 * answered, then the reply so far when it goes on. Pictures go along from the message on that admission chose; one that
 * was deleted since is missing.
 */
export async function loadTurns(
  tx: Tx,
  { conversationId, promptMessageId, oldestMessageId, picturesFromId, parameters, prefixText }: Generation,
): Promise<Prompt> {
  const said: Said[] = [];
  let isFirst = false;
  if (conversationId && promptMessageId) {
    let isShown = picturesFromId !== null;
    for await (const message of readAncestors(tx, conversationId, promptMessageId)) {
      if (message.id === promptMessageId) isFirst = message.position === 1;
      const { text, isCreatedByUser } = message;
      const pictures = isShown ? message.pictures : [];
      // Who answers sends none: they stand before what was said next.
      if (!isCreatedByUser) said.at(-1)?.pictures.unshift(...pictures);
      // A reply that failed before its first word has nothing to say to the model.
      if (text !== '') said.push({ isCreatedByUser, text, pictures: isCreatedByUser ? [...pictures] : [] });
      if (message.id === picturesFromId) isShown = false;
      if (message.id === oldestMessageId) break;
    }
  }
  const turns: PromptMessage[] = [];
  for (const { isCreatedByUser, text, pictures } of said.toReversed())
    turns.push(
      isCreatedByUser
        ? { role: 'user', content: await contentOf(text, pictures) }
        : { role: 'assistant', content: text },
    );
  const examples = wholeExamples(parameters).flatMap(({ input, output }): PromptMessage[] => [
    { role: 'user', content: input.content },
    { role: 'assistant', content: output.content },
  ]);
  const soFar: PromptMessage[] = prefixText ? [{ role: 'assistant', content: prefixText }] : [];
  return {
    messages: [...toldFirst(parameters), ...examples, ...turns, ...soFar],
    options: chatOptions(parameters),
    cap: parameters.maxOutputTokens ?? null,
    isFirst,
  };
}

/** A turn, with the pictures that go along with it. */
interface Said {
  isCreatedByUser: boolean;
  text: string;
  pictures: FileRecord[];
}

type UserContent = Extract<PromptMessage, { role: 'user' }>['content'];

/** What a person said: pictures before the words that ask about them. */
async function contentOf(text: string, pictures: readonly FileRecord[]): Promise<UserContent> {
  const urls: string[] = [];
  // One after the other: each is unpacked whole.
  for (const picture of pictures) {
    const url = await readPicture(picture);
    if (url !== null) urls.push(url);
  }
  if (urls.length === 0) return text;
  return [...urls.map((url) => ({ type: 'image_url' as const, image_url: { url } })), { type: 'text', text }];
}
