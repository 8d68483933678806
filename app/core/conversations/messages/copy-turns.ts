import { ROOT_ID } from '#app/contracts/chat.ts';
import { newId } from '#app/core/platform/ids.ts';
import { titleWords } from '#app/core/conversations/title-words.ts';
import { write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { attachFiles, type Attachment } from './message-files.ts';

/** A question and its answer from outside of the chat, with the ids of the owner's files in them. */
export interface CopiedTurn {
  prompt: string;
  promptFiles?: readonly string[];
  answer: string;
  answerFiles?: readonly string[];
}

/**
 * Creates a conversation with a copied exchange. Nothing is charged for it. Its files are not copied: they
 * stay as long as one place refers to them.
 * @param turns at least one, oldest first
 * @returns the id of the conversation
 */
export async function copyTurns(
  tx: Transaction,
  {
    turns,
    ...facts
  }: { userId: string; endpoint: string; model: string; sender: string; turns: CopiedTurn[] },
): Promise<string> {
  const { userId, endpoint, model, sender } = facts;
  const [conversationId, now] = [newId(), new Date()];
  const texts = turns.flatMap(({ prompt, answer }) => [prompt, answer]);
  const files = turns.flatMap(({ promptFiles = [], answerFiles = [] }) => [promptFiles, answerFiles]);
  const ids = texts.map(() => newId());
  const head = [
    conversationId,
    userId,
    titleWords(texts[0] ?? ''),
    'words',
    endpoint,
    model,
    texts.length + 1,
  ];
  await write(
    tx,
    `INSERT INTO conversations (id, user_id, title, title_source, endpoint, model, next_position, chosen_root_id,
       leaf_id, created_at, updated_at) VALUES ?`,
    [[[...head, ids[0]!, ids.at(-1)!, now, now]]],
  );
  const rows = texts.map((text, index) => {
    const isPrompt = index % 2 === 0;
    return [
      ids[index]!,
      userId,
      conversationId,
      index + 1,
      ids[index - 1] ?? ROOT_ID,
      ids[index + 1] ?? null,
      isPrompt,
      isPrompt ? 'User' : sender,
      endpoint,
      model,
      text,
      isPrompt ? null : 'stop',
      files[index]!.length,
      now,
      now,
    ];
  });
  await write(
    tx,
    `INSERT INTO messages (id, user_id, conversation_id, position, parent_id, chosen_child_id, is_created_by_user,
       sender, endpoint, model, text, finish_reason, file_count, created_at, updated_at) VALUES ?`,
    [rows],
  );
  const attachments = files.flatMap((some, index): Attachment[] =>
    some.map((fileId, place) => ({ messageId: ids[index]!, place, fileId, userId, conversationId })),
  );
  await attachFiles(tx, attachments);
  return conversationId;
}
