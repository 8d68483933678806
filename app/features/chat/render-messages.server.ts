import type { BranchMessage } from '#app/contracts/chat.ts';
import { readReplySoFar } from '#app/core/generation/read-reply.ts';
import type { MarkdownLabels } from './markdown/labels.ts';
import { renderStored } from './markdown/render-stored.server.tsx';
import { splitBlocks } from './markdown/split-blocks.ts';
import type { ViewMessage } from './messages/view-message.ts';

/** Messages with their texts as HTML, and whether some of them holds a formula. */
export async function renderMessages(messages: BranchMessage[], labels: MarkdownLabels) {
  let math = false;
  const render = async (text: string, messageId: string) => {
    if (text === '') return null;
    const rendered = await renderStored(text, labels, messageId);
    math ||= rendered.math;
    return rendered.html;
  };
  const rendered: ViewMessage[] = await Promise.all(
    messages.map(async (message) => {
      const { messageId, generationId, submitting } = message;
      if (!submitting || generationId === null)
        return { ...message, html: await render(message.text, messageId), soFar: null };
      const { text, thinking, cursor } = await textSoFar(message.text, generationId);
      const shown = text.length - (splitBlocks(text).at(-1)?.length ?? 0);
      const html = await render(text.slice(0, shown), messageId);
      return { ...message, text, thinking, html, soFar: { cursor, shown } };
    }),
  );
  return { messages: rendered, math };
}

/** @param before what a reply that goes on had said already: it is known before the run has begun */
async function textSoFar(before: string, generationId: string) {
  const { text, thinking, cursor } = await readReplySoFar(generationId);
  if (text.length >= before.length) return { text, thinking, cursor };
  return { text: before, thinking, cursor: { ...cursor, text: before.length } };
}
