import { expect, it } from 'vitest';
import type { LogEntry } from '#app/contracts/generation.ts';
import { OutputItems } from './output-items.ts';

const text = (words: string): LogEntry => ({ type: 'text', at: 0, text: words });
const thinking = (words: string): LogEntry => ({ type: 'thinking', at: 0, text: words });
const piece = (index: number, json: string, name?: string): LogEntry => ({
  type: 'delta',
  choice: 0,
  delta: {
    tool_calls: [
      { index, ...(name && { id: `call_${index}`, type: 'function' }), function: { name, arguments: json } },
    ],
  },
});

function outputOf(entries: readonly LogEntry[], isWhole = true) {
  const output = new OutputItems({ generationId: 'one', isSummarised: false, hasPackedThoughts: false });
  const events = [...entries.flatMap((entry) => output.add(entry)), ...output.end(isWhole)];
  return { items: output.items, events };
}

it('begins an item for each change of kind, and numbers items in order', () => {
  const { items } = outputOf([thinking('Hm'), text('One'), text(' two'), thinking('So'), text('three')]);
  expect(items.map(({ type, id }) => [type, id])).toEqual([
    ['reasoning', 'rs_one_0'],
    ['message', 'msg_one_1'],
    ['reasoning', 'rs_one_2'],
    ['message', 'msg_one_3'],
  ]);
  expect(items[1]).toMatchObject({ content: [{ text: 'One two' }], status: 'completed' });
});

it('joins the pieces of calls that alternate', () => {
  const { items, events } = outputOf([
    piece(0, '{"a"', 'look'),
    piece(1, '{"b"', 'hear'),
    piece(0, ':1}'),
    piece(1, ':2}'),
  ]);
  expect(items).toMatchObject([
    { call_id: 'call_0', name: 'look', arguments: '{"a":1}' },
    { call_id: 'call_1', name: 'hear', arguments: '{"b":2}' },
  ]);
  const opened = events.filter(({ type }) => type === 'response.output_item.added');
  expect(opened).toMatchObject([{ item: { arguments: '' } }, { item: { arguments: '' } }]);
});

it('marks items that were cut as incomplete', () => {
  expect(outputOf([text('One'), piece(0, '{"a"', 'look')], false).items).toMatchObject([
    { type: 'message', status: 'completed' },
    { type: 'function_call', status: 'incomplete' },
  ]);
});

it('includes signed thoughts only for callers that request them', () => {
  const data = { index: 0, format: 'anthropic-claude-v1', type: 'reasoning.encrypted', data: 'x' } as const;
  const entry: LogEntry = { type: 'delta', choice: 0, delta: { reasoning_details: [data] } };
  expect(outputOf([entry]).items[0]).not.toHaveProperty('encrypted_content');
  const output = new OutputItems({ generationId: 'one', isSummarised: true, hasPackedThoughts: true });
  output.add(entry);
  output.end(true);
  expect(output.items[0]).toMatchObject({ encrypted_content: expect.stringMatching(/^par1\./) as string });
});

it('leaves out further choices', () => {
  expect(outputOf([{ type: 'delta', choice: 1, delta: { content: 'other' } }]).items).toEqual([]);
});
