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

/** The steps in short: the type of each new block, each addition, and `|` at its end. */
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
  it('stream text and close its block at the end', () => {
    expect(stepsOf([start('openai'), text('a'), text('b')])).toEqual(['text', 'a', 'b', '|']);
    expect(stepsOf([start('openai')])).toEqual([]);
  });

  it('include thoughts with the signature of their maker, and none without a signature', () => {
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

  it('stream tool calls one after the other, in order of arrival', () => {
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

  it('delay a second call until the arguments of the first are complete', () => {
    const mixed = [
      call(0, '', 'one'),
      call(1, '{"b"', 'two'),
      call(0, '{"a"'),
      call(1, ':2}'),
      call(0, ':1}'),
    ];
    expect(stepsOf(mixed)).toEqual(['tool_use one', '{"a"', ':1}', '|', 'tool_use two', '{"b"', ':2}', '|']);
  });

  it('leave out further choices', () => {
    expect(stepsOf([{ type: 'delta', choice: 1, delta: { content: 'other' } }])).toEqual([]);
  });
});
