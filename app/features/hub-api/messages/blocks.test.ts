import { describe, expect, it } from 'vitest';
import type { LogEntry } from '#app/contracts/generation.ts';
import { Blocks } from './blocks.ts';

const start = (provider: string): LogEntry => ({ type: 'start', model: 'a/b', provider, leftOut: [] });
const text = (words: string): LogEntry => ({ type: 'text', at: 0, text: words });
const thinking = (words: string): LogEntry => ({ type: 'thinking', at: 0, text: words });
const signed = (words: string): LogEntry => ({
  type: 'delta',
  choice: 0,
  delta: {
    reasoning_details: [
      { type: 'reasoning.text', format: 'anthropic-claude-v1', text: words, signature: 's', index: 0 },
    ],
  },
});
const call = (index: number, json: string, name?: string): LogEntry => ({
  type: 'delta',
  choice: 0,
  delta: {
    tool_calls: [
      {
        index,
        ...(name !== undefined && { id: `id${index}`, type: 'function' }),
        function: { ...(name !== undefined && { name }), arguments: json },
      },
    ],
  },
});

/** The steps in short: what a block begins as, what is added, and `|` where it ends. */
function stepsOf(entries: readonly LogEntry[]): string[] {
  const blocks = new Blocks();
  return [...entries.flatMap((entry) => blocks.read(entry)), ...blocks.end()].map((step) => {
    if (step.type === 'stop') return '|';
    if (step.type === 'start')
      return step.block.type === 'tool_use' ? `tool_use ${step.block.name}` : step.block.type;
    const { delta } = step;
    if (delta.type === 'input_json_delta') return delta.partial_json;
    if (delta.type === 'thinking_delta') return delta.thinking;
    return delta.type === 'signature_delta' ? `signed ${delta.signature}` : delta.text;
  });
}

describe('the blocks of an answer', () => {
  it('are text as it comes, and end with it', () => {
    expect(stepsOf([start('openai'), text('a'), text('b')])).toEqual(['text', 'a', 'b', '|']);
    expect(stepsOf([start('openai')])).toEqual([]);
  });

  it('are thoughts with their maker’s signature, and none of a maker that signs none', () => {
    const said = [thinking('t'), signed('t'), text('a')];
    expect(stepsOf([start('anthropic'), ...said])).toEqual([
      'thinking',
      't',
      'signed s',
      '|',
      'text',
      'a',
      '|',
    ]);
    expect(stepsOf([start('anthropic'), signed('')])).toEqual(['thinking', 'signed s', '|']);
    expect(stepsOf([start('openai'), thinking('t'), text('a')])).toEqual(['text', 'a', '|']);
  });

  it('are calls one after the other, as they come', () => {
    expect(stepsOf([call(0, '{"a"', 'one'), call(0, ':1}'), call(1, '', 'two'), text('x')])).toEqual([
      'tool_use one',
      '{"a"',
      ':1}',
      '|',
      'tool_use two',
      '{}',
      '|',
      'text',
      'x',
      '|',
    ]);
  });

  it('wait for the end of a call whose arguments are not whole', () => {
    const mixed = [
      call(0, '', 'one'),
      call(1, '{"b"', 'two'),
      call(0, '{"a"'),
      call(1, ':2}'),
      call(0, ':1}'),
    ];
    expect(stepsOf(mixed)).toEqual(['tool_use one', '{"a"', ':1}', '|', 'tool_use two', '{"b"', ':2}', '|']);
  });

  it('of further choices are left out', () => {
    expect(stepsOf([{ type: 'delta', choice: 1, delta: { content: 'other' } }])).toEqual([]);
  });
});
