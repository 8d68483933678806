import { trimEnd } from '#app/contracts/text/trim-end.ts';
import { readReplyText } from '#app/core/conversations/messages/reply.ts';
import { setTitle } from '#app/core/conversations/title.ts';
import type { Ending } from '#app/core/generation/record/ending.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import type { Prompt, Target } from './target.ts';
import type { Tx } from '#db/transaction.ts';

/** The title of a conversation, after its first reply. The operator pays. */
export const title: Target = {
  name: 'title',
  listedAs: null,
  endsWithReader: false,
  takesDeltas: false,
  maxConcurrent: () => 0,
  keepsLogFor: (_facts, ttlMs) => ttlMs,
  keepsFilesFor: null,
  loadPrompt: loadTitlePrompt,
  resultOf: cleanTitle,

  async storeResult(tx, booked) {
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

const MAX_CHARACTERS = 80;

const INSTRUCTION =
  'Write a title for the conversation below: at most five words, in the language of the user, no quotation marks, no full stop. Answer with the title alone.';

/** Characters of each turn that are sent: the beginning is enough to name a conversation. */
const EXCERPT = 1500;

/** Returns whether the model wrote a title: reasoning alone is none. */
function hasTitle({ state, text }: Pick<Ending, 'state' | 'text'>): boolean {
  return state === 'done' && text !== '';
}

/** The first line without the quotation marks, headings and full stops that models like to add. */
export function cleanTitle(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  const bare = line.replace(/^(title\s*:|#+)\s*/i, '').replace(/^["'“”«»「*]+/, '');
  return trimEnd(bare, `"'“”«»」*.。`).trim().slice(0, MAX_CHARACTERS);
}

/** The prompt with the first exchange of the conversation. */
async function loadTitlePrompt(tx: Tx, generation: Generation): Promise<Prompt> {
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
