import { describe, expect, it } from 'vitest';
import type { Expected } from '#tests/doubles/behaviours/outcome.ts';
import { describeRecordings, readAnswer, type Reading } from '#tests/doubles/replay/recordings.ts';
import { openAiAdapter } from './index.ts';

/** Recorded answers of various providers, and the expected result of each. */
const RECORDINGS: Record<string, Expected> = {
  'openai.sse': {
    text: 'Grüß dich 🚣🏽.',
    finish: 'stop',
    usage: { promptTokens: 2006, cachedTokens: 1920, completionTokens: 300, reasoningTokens: 256 },
    error: null,
  },
  'tool-calls.sse': {
    text: '',
    toolCalls: [{ id: 'call_a1', name: 'calculator', arguments: '{"input":"2+2"}' }],
    finish: 'tool_calls',
    error: null,
  },
  'function-call.sse': {
    toolCalls: [{ name: 'weather', arguments: '{"place":"Köln"}' }],
    finish: 'tool_calls',
    error: null,
  },
  // The same index for both calls, and a normal end.
  'gemini-tool-calls.sse': {
    toolCalls: [
      { id: 'g1', name: 'weather', arguments: '{"place":"Köln"}' },
      { id: 'g2', name: 'weather', arguments: '{"place":"Bonn"}' },
    ],
    finish: 'tool_calls',
    usage: { promptTokens: 30, completionTokens: 12 },
    error: null,
  },
  // No index, no id, and the arguments as an object.
  'ollama-tool-calls.json': {
    text: '',
    toolCalls: [
      { name: 'add', arguments: '{"a":1}' },
      { name: 'add', arguments: '{"a":2}' },
    ],
    finish: 'tool_calls',
    error: null,
  },
  'mistral-parts.sse': { thinking: 'Hm, well. ', text: 'Yes.', finish: 'stop', error: null },
  'groq-error.sse': { text: 'Half', finish: null, error: { code: 'provider_unavailable' } },
  'openrouter-whole-error.json': {
    text: '',
    finish: null,
    error: { code: 'provider_rate_limited', retryable: true },
  },
  'deepseek-thinking.sse': {
    thinking: 'First this.',
    text: 'Then that.',
    finish: 'length',
    usage: { promptTokens: 20, cachedTokens: 16, completionTokens: 9, reasoningTokens: 5 },
    error: null,
  },
  'groq-usage.sse': {
    thinking: 'Hm. ',
    text: 'Yes',
    finish: 'stop',
    usage: { promptTokens: 11, completionTokens: 4 },
    error: null,
  },
  'moonshot-usage.sse': { text: 'Hello', usage: { promptTokens: 8, completionTokens: 1 }, error: null },
  'xai-reasoning-apart.sse': {
    text: 'Done',
    usage: { promptTokens: 10, completionTokens: 102, reasoningTokens: 100 },
    error: null,
  },
  'openrouter-error.sse': {
    text: 'Half',
    finish: null,
    error: { code: 'provider_rate_limited', retryable: true },
  },
  'other-line-ends.sse': { text: 'one two', finish: 'stop', error: null },
  'half-an-event.sse': { text: 'kept', finish: null, error: null },
  'whole-answer.json': {
    thinking: 'Why not.',
    text: 'In one piece.',
    finish: 'stop',
    usage: { promptTokens: 5, completionTokens: 6 },
    error: null,
  },
  'whole-error.json': { text: '', error: { code: 'provider_unavailable', retryable: true } },
};

const READING: Reading = {
  adapter: openAiAdapter,
  model: 'm',
  apiKey: 'sk-secret-1234567890',
};

describeRecordings(READING, RECORDINGS, import.meta.url);

describe('an answer that is not a stream', () => {
  it('is malformed if it is HTML, and none of it is repeated', async () => {
    const outcome = await readAnswer(READING, {
      body: '<html>secret page</html>',
      contentType: 'text/html',
    });
    expect(outcome.error).toMatchObject({ code: 'provider_malformed' });
    expect(JSON.stringify(outcome)).not.toContain('secret page');
  });

  it('is classified by its status if an error has no JSON, with a message of limited length', async () => {
    const outcome = await readAnswer(READING, {
      body: Buffer.alloc(4_000_000, 'x'),
      contentType: 'text/plain',
      status: 502,
    });
    expect(outcome.error).toMatchObject({ code: 'provider_unavailable', retryable: true });
    expect(outcome.error?.message.length).toBeLessThanOrEqual(512);
  });

  it('does not repeat the key, whole or in another form', async () => {
    const message = 'Wrong key sk-secret-1234567890 (Bearer sk-secret-1234567890, sk-s****7890).';
    const outcome = await readAnswer(READING, { body: { error: { message } }, status: 401 });
    expect(outcome.error).toMatchObject({
      code: 'invalid_api_key',
      message: 'Wrong key [key] (Bearer [key], [key]).',
    });
  });
});
