import { describe, expect, it } from 'vitest';
import type { Expected } from '#tests/doubles/behaviours/outcome.ts';
import { describeRecordings, readAnswer, type Reading } from '#tests/doubles/replay/recordings.ts';
import { anthropicAdapter } from './index.ts';

/** Recorded answers of the maker and of other providers, and the expected result of each. */
const RECORDINGS: Record<string, Expected> = {
  'two-calls.sse': {
    thinking: 'Both Städte 🌦️ at once.',
    text: 'I look it up.',
    toolCalls: [
      { id: 'toolu_1', name: 'weather', arguments: '{"city": "Köln"}' },
      { id: 'toolu_2', name: 'time', arguments: '{}' },
    ],
    finish: 'tool_calls',
    usage: {
      promptTokens: 3512,
      cachedTokens: 1500,
      cacheWriteTokens: 1200,
      cacheWriteLongTokens: 800,
      completionTokens: 91,
      reasoningTokens: 30,
    },
    error: null,
  },
  'overloaded-in-stream.sse': {
    text: 'Half',
    finish: null,
    usage: null,
    error: { code: 'provider_unavailable', retryable: true },
  },
  'rate-limit-first.sse': { text: '', error: { code: 'provider_rate_limited', retryable: true } },
  'refusal.sse': { text: 'I cannot', finish: 'content_filter', usage: { completionTokens: 4 }, error: null },
  'window-full.sse': { text: 'Long', finish: 'length', error: null },
  'paused-turn.sse': { text: 'So far', finish: 'length', usage: { completionTokens: 9 }, error: null },
  'unknown-events.sse': {
    text: 'Words',
    thinking: '',
    finish: 'stop',
    usage: { promptTokens: 25, completionTokens: 3 },
    error: null,
  },
  'cut-after-words.sse': { text: 'kept', finish: null, usage: null, error: null },
  'other-maker.sse': {
    text: '',
    toolCalls: [{ id: 'call_9', name: 'add', arguments: '{"a":1}' }],
    finish: 'tool_calls',
    usage: { promptTokens: 8, completionTokens: 5 },
    error: null,
  },
  'whole-message.json': {
    thinking: 'Why not.',
    text: 'In one piece.',
    toolCalls: [{ id: 'toolu_3', name: 'add', arguments: '{"a":[1,2]}' }],
    finish: 'tool_calls',
    usage: { promptTokens: 8, cachedTokens: 3, completionTokens: 16 },
    error: null,
  },
  'whole-error.json': { text: '', error: { code: 'provider_unavailable', retryable: true } },
};

const KEY = 'sk-ant-secret-1234567890';

const READING: Reading = {
  adapter: anthropicAdapter,
  model: 'claude-opus-5-5',
  apiKey: KEY,
};

describeRecordings(READING, RECORDINGS, import.meta.url);

describe('an error', () => {
  const failing = (status: number, error: object) =>
    readAnswer(READING, { body: { type: 'error', error }, status });

  it.each([
    [400, 'invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum', 'context_length'],
    [400, 'invalid_request_error', 'input length and `max_tokens` exceed context limit: 9', 'context_length'],
    [400, 'invalid_request_error', 'Your credit balance is too low to use the API.', 'insufficient_quota'],
    [400, 'invalid_request_error', 'max_tokens: 200000 > 64000', 'provider_rejected'],
    [409, 'conflict_error', 'Conflict', 'provider_unavailable'],
    [504, 'timeout_error', 'Timed out', 'provider_timeout'],
    [529, 'a_new_error', 'What is this', 'provider_unavailable'],
    [403, 'permission_error', 'Your key may not', 'provider_unavailable'],
    [418, 'a_new_error', 'What is this', 'provider_rejected'],
  ])('%i %s (%s) is %s', async (status, type, message, code) => {
    const { error } = await failing(status, { type, message });
    expect(error).toMatchObject({ code, message });
  });

  it('names the field that the maker rejects, if it states one', async () => {
    const params = ['messages.0.content: Field required', 'Your request is odd: all of it'].map(
      async (message) => (await failing(400, { type: 'invalid_request_error', message })).error?.param,
    );
    expect(await Promise.all(params)).toEqual(['messages.0.content', null]);
  });

  it('without the maker’s body is classified by its status, with a message of limited length', async () => {
    const { error } = await readAnswer(READING, {
      body: Buffer.alloc(4_000_000, 'x'),
      contentType: 'text/html',
      status: 502,
    });
    expect(error).toMatchObject({ code: 'provider_unavailable', retryable: true });
    expect(error?.message.length).toBeLessThanOrEqual(512);
  });

  it('does not repeat the key, whole or in another form', async () => {
    const { error } = await failing(401, {
      type: 'authentication_error',
      message: `invalid x-api-key ${KEY} (Bearer ${KEY}, sk-a****7890)`,
    });
    expect(error).toMatchObject({
      code: 'invalid_api_key',
      message: 'invalid x-api-key [key] (Bearer [key], [key])',
    });
  });
});
