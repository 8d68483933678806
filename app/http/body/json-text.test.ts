import { describe, expect, it } from 'vitest';
import { chatRequest } from '#app/contracts/openai/chat-request.ts';
import { MAX_INPUT_TOKENS, embeddingRequest } from '#app/contracts/openai/embedding.ts';
import { assertBounded, MAX_VALUES } from './json-text.ts';

const bounded = (text: string, most?: number) => assertBounded(Buffer.from(text), most);

describe('the check of a JSON body', () => {
  it.each([
    ['an empty body', ''],
    ['a text of commas and brackets', JSON.stringify({ text: ',[{'.repeat(MAX_VALUES) })],
    ['a text of quotation marks', JSON.stringify({ text: '"'.repeat(MAX_VALUES) })],
    ['a text of backslashes', JSON.stringify(['\\'.repeat(MAX_VALUES), ',\\"'.repeat(MAX_VALUES)])],
    ['a text without an end', `{"a":"${',['.repeat(MAX_VALUES)}`],
    ['many values, but not too many', `[${'0,'.repeat(MAX_VALUES - 2)}0]`],
    ['levels, but not too many', `${'[{"a":'.repeat(100)}1${'}]'.repeat(100)}`],
  ])('accepts %s', (_name, text) => {
    expect(() => bounded(text)).not.toThrow();
  });

  it.each([
    ['of too many values', `[${'0,'.repeat(MAX_VALUES)}0]`, 'at most 100000 values'],
    ['of too many objects', `[${'{},'.repeat(MAX_VALUES)}{}]`, 'at most 100000 values'],
    ['too deep', '['.repeat(201), '200 levels'],
    ['too deep behind a text with escapes', `["\\\\\\"[",${'{"a":'.repeat(200)}`, '200 levels'],
  ])('refuses a body that is %s', (_name, text, message) => {
    expect(() => bounded(text)).toThrow(message);
  });

  it('accepts the maximum number of tokens of an embedding call', () => {
    expect(() => bounded(`[${'0,'.repeat(MAX_INPUT_TOKENS)}0]`, MAX_INPUT_TOKENS + 1000)).not.toThrow();
  });
});

/** The number of recorded validation errors: each takes as long as reading a hundred values. */
describe('validation of a body records few errors', () => {
  const many = <T>(value: T) => Array.from({ length: 90_000 }, () => value);

  it.each([
    ['texts that are none', many('')],
    ['lists that are empty', many([])],
    ['tokens that are none', [many({})]],
    ['numbers that are no tokens', many(-1)],
  ])('for %s', (_name, input) => {
    const before = process.cpuUsage();
    expect(embeddingRequest.safeParse({ model: 'a', input }).success).toBe(false);
    const { user, system } = process.cpuUsage(before);
    // It would take half a second if each error were recorded.
    expect((user + system) / 1000).toBeLessThan(150);
  });

  it('for more messages than any conversation has', () => {
    const { error } = chatRequest.safeParse({ messages: many({}) });
    expect(error?.issues).toHaveLength(1);
  });
});
