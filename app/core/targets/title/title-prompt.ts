import { readReplyText } from '#app/core/conversations/messages/reply.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import type { Tx } from '#db/transaction.ts';
import type { Prompt } from '../target.ts';

const INSTRUCTION =
  'Write a title for the conversation below: at most five words, in the language of the user, no quotation marks, no full stop. Answer with the title alone.';
/** The beginning of each turn is enough to name a conversation. */
const EXCERPT = 1500;

/** What the model is shown: the first exchange. */
export async function loadTitlePrompt(tx: Tx, generation: Generation): Promise<Prompt> {
  const [prompt, reply] = await Promise.all(
    [generation.promptMessageId, generation.replyMessageId].map(async (id) =>
      id ? readReplyText(tx, id) : undefined,
    ),
  );
  const turns = `User: ${prompt?.text.slice(0, EXCERPT) ?? ''}\n\nAssistant: ${reply?.text.slice(0, EXCERPT) ?? ''}`;
  return {
    messages: [
      { role: 'system', content: INSTRUCTION },
      { role: 'user', content: turns },
    ],
    options: {},
    cap: null,
    isFirst: false,
  };
}
