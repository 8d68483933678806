import { describe, expect, it, vi } from 'vitest';
import type { ProviderEvent } from '../contract.ts';
import { ChunkReader } from './events.ts';

const OPTIONS = { choices: 2, secrets: [] };
const FRAME = { id: 'chatcmpl-delta', object: 'chat.completion.chunk', model: 'content', usage: null };

const chunk = (delta: object, more: object = {}, frame: object = {}) =>
  JSON.stringify({
    ...FRAME,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: null, ...more }],
    ...frame,
  });

/** The events of each chunk, from one reader for all chunks. */
function readAll(chunks: string[]): ProviderEvent[][] {
  const reader = new ChunkReader(OPTIONS);
  return chunks.map((data) => {
    const events: ProviderEvent[] = [];
    reader.read(data, events);
    return events;
  });
}

/** The events of each chunk, from a new reader for each. */
const readEach = (chunks: string[]) => chunks.flatMap((data) => readAll([data]));

/** The number of JSON.parse calls during `read`. */
function parsesOf(read: () => void): number {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    read();
    return parse.mock.calls.length;
  } finally {
    parse.mockRestore();
  }
}

describe('a chunk that resembles the last one', () => {
  const words = [
    'Hi',
    ' there',
    '',
    'content',
    'delta',
    'chatcmpl-delta',
    'stop',
    'null',
    ' "quoted" ',
    'a\nnew\tline',
    'back\\slash',
    '\u0007',
    '\u2028',
    '😀',
    '日本語',
    '\ud800',
    '","finish_reason":"length',
    '}]}',
    'any other words',
    'Hi',
  ];

  it('yields the same events as when it is parsed, whatever its text', () => {
    const texts = words.map((content) => chunk({ content }));
    const thoughts = words.map((reasoning_content) => chunk({ reasoning_content }));
    for (const stream of [
      texts,
      thoughts,
      [...thoughts, ...texts],
      words.map((w) => chunk({ content: w, x: w })),
    ])
      expect(readAll(stream)).toEqual(readEach(stream));
  });

  it('yields the same events in any order, and among chunks of another shape', () => {
    const others = [
      chunk({ role: 'assistant', content: '' }),
      chunk({ role: 'assistant', content: 'Hi' }),
      chunk({ content: 'aside' }, { index: 1 }),
      chunk({ content: 'Hi', refusal: 'No' }),
      chunk({ content: 'Hi', tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '' } }] }),
      chunk({ content: 'Hi' }, { logprobs: { content: [{ token: 'Hi', logprob: -1, top_logprobs: [] }] } }),
      chunk({ content: 'Hi' }, {}, { usage: { prompt_tokens: 1, completion_tokens: 1 } }),
      chunk({ content: [{ type: 'text', text: 'Hi' }] }),
      chunk({ content: 'Hi' }, {}, { obfuscation: 'xyz' }),
      chunk({ content: 'Hi' }).replaceAll(',', ', '),
    ];
    const all = [...words.map((content) => chunk({ content })), ...others];
    for (let seed = 1; seed <= 200; seed += 1) {
      let state = seed;
      const next = () => (state = (state * 48_271) % 2_147_483_647);
      const stream = Array.from({ length: 30 }, () => all[next() % all.length]!);
      // A call is identified across its fragments, so each call may occur only once.
      const once = stream.filter((data, at) => !data.includes('tool_calls') || stream.indexOf(data) === at);
      expect(readAll(once), `seed ${seed}`).toEqual(readEach(once));
    }
  });

  it('yields its text if it also has the finish reason', () => {
    const stream = [
      chunk({ content: 'a' }),
      chunk({ content: 'b' }),
      chunk({ content: 'c' }, { finish_reason: 'stop' }),
    ];
    expect(readAll(stream).flat()).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
      { type: 'text', text: 'c' },
      { type: 'finish', reason: 'stop', choice: 0 },
    ]);
  });

  it('is not parsed', () => {
    const stream = Array.from({ length: 100 }, (_, at) => chunk({ content: ` word${at}` }));
    expect(parsesOf(() => readAll(stream))).toBe(2);
  });

  it('is tried only a few times if every chunk differs', () => {
    const stream = Array.from({ length: 100 }, (_, at) =>
      chunk({ content: 'Hi' }, {}, { obfuscation: `${at}` }),
    );
    expect(parsesOf(() => readAll(stream))).toBe(104);
  });
});
