import { expect, it } from 'vitest';
import { chatRequest } from '#app/contracts/openai/chat-request.ts';
import { validate } from './validate.ts';

const hello = { role: 'user', content: 'Hello' };
const tool = { type: 'function', function: { name: 'clock' } };
const many = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);

it.each([
  ['models', 8, (count: number) => ({ models: many(count, 'sandbox/small') })],
  ['stop', 4, (count: number) => ({ stop: many(count, '.') })],
  ['tools', 128, (count: number) => ({ tools: many(count, tool) })],
  ['functions', 128, (count: number) => ({ functions: many(count, { name: 'clock' }) })],
  ['modalities', 4, (count: number) => ({ modalities: many(count, 'text') })],
  ['messages', 10_000, (count: number) => ({ messages: many(count, hello) })],
])('names %s in the error if it has more than %i entries', (param, most, listOf) => {
  const body = (count: number) => ({ messages: [hello], ...listOf(count) });
  expect(() => validate(chatRequest, body(most))).not.toThrow();
  expect(() => validate(chatRequest, body(most + 1))).toThrow(
    expect.objectContaining({ code: 'invalid_request', status: 400, param }),
  );
});
