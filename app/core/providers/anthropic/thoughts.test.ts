import { describe, expect, it } from 'vitest';
import type { ProviderEvent } from '../contract.ts';
import { MessageReader } from './events.ts';
import { thoughtsIn } from './thoughts.ts';

const event = (type: string, rest: object) => JSON.stringify({ type, ...rest });

function read(...events: string[]) {
  const reader = new MessageReader([], new Set(['note']));
  const said: ProviderEvent[] = [];
  for (const data of events) reader.read(data, said);
  return said;
}

describe('signed thoughts', () => {
  it('are emitted again once complete, with everything that signs them', () => {
    const said = read(
      event('content_block_start', {
        index: 0,
        content_block: { type: 'thinking', thinking: '', signature: '' },
      }),
      event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'Let me ' } }),
      event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'see' } }),
      event('content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } }),
      event('content_block_stop', { index: 0 }),
      event('content_block_start', {
        index: 1,
        content_block: { type: 'redacted_thinking', data: 'ZGF0YQ==' },
      }),
      event('content_block_stop', { index: 1 }),
    );
    const details = said.flatMap((one) => (one.type === 'delta' ? (one.delta.reasoning_details ?? []) : []));
    expect(said.filter(({ type }) => type === 'thinking')).toHaveLength(2);
    expect(details).toEqual([
      {
        type: 'reasoning.text',
        text: 'Let me see',
        signature: 'c2ln',
        format: 'anthropic-claude-v1',
        index: 0,
      },
      { type: 'reasoning.encrypted', data: 'ZGF0YQ==', format: 'anthropic-claude-v1', index: 1 },
    ]);
    expect(thoughtsIn({ reasoning_details: details })).toEqual([
      { type: 'thinking', thinking: 'Let me see', signature: 'c2ln' },
      { type: 'redacted_thinking', data: 'ZGF0YQ==' },
    ]);
  });

  it('from other makers, and unsigned ones, are not sent', () => {
    const detail = { type: 'reasoning.text', text: 'Hm', signature: 'c2ln' };
    const format = 'anthropic-claude-v1';
    const details = [
      { ...detail, format: 'openai-responses-v1' },
      { ...detail, format, signature: null },
      null,
    ];
    expect(thoughtsIn({ reasoning_details: details })).toEqual([]);
    expect(thoughtsIn({})).toEqual([]);
  });
});

describe('a call of a tool that takes plain text', () => {
  const begin = event('content_block_start', {
    index: 0,
    content_block: { type: 'tool_use', id: 'a', name: 'note', input: {} },
  });
  const fragment = (json: string) =>
    event('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: json } });
  it.each([
    ['its text', ['{"input": "Grü', 'ße"}'], 'Grüße'],
    ['what it is where it was cut', ['{"input": "Grü'], '{"input": "Grü'],
  ])('returns %s', (_name, fragments, input) => {
    const said = read(begin, ...fragments.map(fragment), event('content_block_stop', { index: 0 }));
    expect(said).toEqual([
      {
        type: 'delta',
        choice: 0,
        delta: { tool_calls: [{ index: 0, id: 'a', type: 'custom', custom: { name: 'note', input: '' } }] },
      },
      { type: 'delta', choice: 0, delta: { tool_calls: [{ index: 0, custom: { input } }] } },
    ]);
  });
});
