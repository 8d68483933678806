import { describe, expect, it } from 'vitest';
import { readVectors } from './embeddings.ts';

const NUMBERS = [0.1, -0.25, 3e-8];
const BASE64 = Buffer.from(Float32Array.from(NUMBERS).buffer).toString('base64');
const usage = { prompt_tokens: 5, total_tokens: 5 };
const asked = { inputs: 2, secrets: ['sk-secret'] };

const read = (answer: unknown, more: object = {}) => [
  ...readVectors(typeof answer === 'string' ? answer : JSON.stringify(answer), { ...asked, ...more }),
];

it('reads base64 unchanged and numbers as the base64 of their float32, in the order of the inputs', () => {
  const data = [
    { index: 1, embedding: BASE64 },
    { index: 0, embedding: NUMBERS },
  ];
  expect(read({ data, usage })).toEqual([
    { type: 'vector', index: 0, base64: BASE64 },
    { type: 'vector', index: 1, base64: BASE64 },
    {
      type: 'usage',
      usage: { promptTokens: 5, cachedTokens: 0, completionTokens: 0, reasoningTokens: 0 },
    },
    { type: 'finish', reason: 'stop', choice: 0 },
  ]);
  const unnumbered = [{ embedding: BASE64 }, { embedding: BASE64 }];
  expect(read({ data: unnumbered }).flatMap((event) => (event.type === 'vector' ? event.index : []))).toEqual(
    [0, 1],
  );
});

it('accepts an answer without usage, for which our own count is used', () => {
  const data = [{ embedding: BASE64 }, { embedding: BASE64 }];
  for (const none of [undefined, null, { prompt_tokens: -1 }, 'five'])
    expect(read({ data, usage: none }).some(({ type }) => type === 'usage')).toBe(false);
});

describe('an unusable answer', () => {
  const one = { embedding: BASE64 };
  it.each<[string, unknown, object?]>([
    ['no JSON', '<html>'],
    ['no list', { data: {} }],
    ['a vector too few', { data: [one] }],
    ['a vector too many', { data: [one, one, one] }],
    [
      'one input twice',
      {
        data: [
          { ...one, index: 0 },
          { ...one, index: 0 },
        ],
      },
    ],
    ['a place that nobody asked for', { data: [one, { ...one, index: 2 }] }],
    ['a vector without numbers', { data: [one, { embedding: [] }] }],
    ['half a number', { data: [one, { embedding: 'AAA=' }] }],
    ['words for numbers', { data: [one, { embedding: ['a'] }] }],
    ['no vector at all', { data: [one, {}] }],
    ['another length than was asked for', { data: [one, one] }, { dimensions: 4 }],
  ])('is rejected: %s', (_name, answer, more) => {
    expect(() => read(answer, more)).toThrow(
      expect.objectContaining({ code: 'provider_malformed', retryable: true }) as Error,
    );
  });

  it('contains the provider’s error under status 200, without our key', () => {
    const error = { message: 'Bad key sk-secret', code: 'invalid_api_key' };
    expect(() => read({ error })).toThrow(expect.objectContaining({ code: 'invalid_api_key' }) as Error);
    expect(() => read({ error })).not.toThrow('sk-secret');
  });
});
