import type { ResponseInputListAnswer } from '#app/contracts/openai/responses/answer.ts';
import type { NamedItem } from './kept-items.server.ts';

/** An item of an input as its list has it: texts stand in parts, and what was left out is null. */
export function toWireItem(item: NamedItem): ResponseInputListAnswer['data'][number] {
  if (item.type === 'message') {
    const type = item.role === 'assistant' ? 'output_text' : 'input_text';
    const { content } = item;
    const parts = typeof content === 'string' ? [{ type, text: content }] : content;
    return {
      ...item,
      status: 'completed',
      content: parts.map((part) => (part.type === 'output_text' ? { annotations: [], ...part } : part)),
    };
  }
  return item.type === 'reasoning'
    ? { ...item, summary: item.summary ?? [] }
    : { ...item, status: 'completed' };
}
