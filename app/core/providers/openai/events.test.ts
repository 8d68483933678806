import { describe, expect, it } from 'vitest';
import type { ProviderEvent } from '../contract.ts';
import { ChunkReader } from './events.ts';

function read(chunks: unknown[], choices = 1): ProviderEvent[] {
  const reader = new ChunkReader({ choices, secrets: [] });
  const events: ProviderEvent[] = [];
  for (const chunk of chunks) reader.read(JSON.stringify(chunk), events);
  return events;
}

const chunk = (delta: unknown, more: Record<string, unknown> = {}) => ({ choices: [{ delta, ...more }] });

describe('a choice', () => {
  it('has cheap text events if it is the first, else deltas with a finish event each', () => {
    const choices = [
      { index: 1, delta: { content: 'b' }, finish_reason: 'length' },
      { index: 0, delta: { content: 'a' }, finish_reason: 'stop' },
    ];
    expect(read([{ choices }], 2)).toEqual([
      { type: 'delta', choice: 1, delta: { content: 'b' } },
      { type: 'finish', choice: 1, reason: 'length' },
      { type: 'text', text: 'a' },
      { type: 'finish', choice: 0, reason: 'stop' },
    ]);
  });

  it('is finished only together with all others', () => {
    const reader = new ChunkReader({ choices: 2, secrets: [] });
    const end = (index: number) => {
      const events: ProviderEvent[] = [];
      reader.read(JSON.stringify({ choices: [{ index, finish_reason: 'stop' }] }), events);
      return events;
    };
    end(1);
    end(1);
    expect(reader.finished).toBe(false);
    expect(end(0)).toHaveLength(1);
    expect(reader.finished).toBe(true);
  });

  it.each([1, 99, -1, 'x', 1e9])('that was not requested is ignored: %j', (index) => {
    expect(read([{ choices: [{ index, delta: { content: 'x' }, finish_reason: 'stop' }] }])).toEqual([]);
  });
});

describe('the content of a choice', () => {
  const token = { token: 'Hi', logprob: -0.1, bytes: [72, 105] };

  it('is text with its log probabilities, in the shape that clients rely on', () => {
    const logprobs = {
      content: [{ ...token, top_logprobs: [token, { token: 'Ho', logprob: -3 }, 'odd'] }, { token: 7 }],
    };
    expect(read([chunk({ content: 'Hi' }, { logprobs })])).toEqual([
      {
        type: 'delta',
        choice: 0,
        delta: { content: 'Hi' },
        logprobs: {
          content: [{ ...token, top_logprobs: [token, { token: 'Ho', logprob: -3, bytes: null }] }],
          refusal: null,
        },
      },
    ]);
  });

  it('is plain text if the log probabilities are empty', () => {
    expect(read([chunk({ content: 'Hi' }, { logprobs: { content: [], refusal: null } })])).toEqual([
      { type: 'text', text: 'Hi' },
    ]);
  });

  it('is a refusal', () => {
    expect(read([chunk({ refusal: 'No.' })])).toEqual([
      { type: 'delta', choice: 0, delta: { refusal: 'No.' } },
    ]);
  });

  it('is a tool call that begins once, with fragments by its index', () => {
    const call = (index: number, more: object) => ({ tool_calls: [{ index, type: 'function', ...more }] });
    const events = read([
      chunk(call(0, { id: 'a', function: { name: 'add', arguments: '' } })),
      chunk(call(1, { id: 'b', function: { name: 'sub', arguments: '{' } })),
      chunk(call(0, { id: 'a', function: { name: 'add', arguments: '{}' } })),
      chunk(call(1, { function: { arguments: '}' } })),
      chunk(call(7, { function: { arguments: 'nobody' } })),
    ]);
    const calls = events.map((event) => event.type === 'delta' && event.delta.tool_calls?.[0]);
    expect(calls).toEqual([
      { index: 0, id: 'a', type: 'function', function: { name: 'add', arguments: '' } },
      { index: 1, id: 'b', type: 'function', function: { name: 'sub', arguments: '{' } },
      { index: 0, function: { arguments: '{}' } },
      { index: 1, function: { arguments: '}' } },
    ]);
  });

  it('gets a generated id for a call without one', () => {
    const events = read([chunk({ tool_calls: [{ function: { name: 'add' } }] })]);
    expect(events).toMatchObject([
      { delta: { tool_calls: [{ id: expect.stringMatching(/^call_.{36}$/) }] } },
    ]);
  });

  it('has at most as many calls as clients accept', () => {
    const many = Array.from({ length: 300 }, (_, index) => ({
      index,
      id: `c${index}`,
      function: { name: 'f' },
    }));
    const [event] = read([chunk({ tool_calls: many })]);
    expect(event?.type === 'delta' && event.delta.tool_calls).toHaveLength(128);
  });
});

it('reports each usage, wherever it stands, so that the last one counts', () => {
  const usage = (completion_tokens: number) => ({ prompt_tokens: 1, completion_tokens });
  const events = read([
    { choices: [{ delta: {}, finish_reason: 'stop', usage: usage(1) }] },
    { choices: [], usage: usage(2) },
    { x_groq: { usage: usage(3) } },
    { usage: { prompt_tokens: -1, completion_tokens: 4 } },
  ]);
  const counts = events.map((event) => event.type === 'usage' && event.usage.completionTokens);
  expect(counts).toEqual([false, 1, 2, 3]);
});

describe('an error', () => {
  it('is the provider’s, whatever the type of its code', () => {
    const codes = [{ toString: 1, valueOf: 1 }, ['404'], true, null];
    for (const code of codes) {
      expect(() => read([{ error: { code, message: 'Oops' } }])).toThrow(
        expect.objectContaining({ code: 'provider_unavailable', message: 'Oops', status: null }),
      );
    }
    expect(() => read([{ error: { code: '429' } }])).toThrow(expect.objectContaining({ status: 429 }));
  });
});
