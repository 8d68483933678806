import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callAdapter } from '#tests/doubles/behaviours/call-adapter.ts';
import { mismatches, type Expected } from '#tests/doubles/behaviours/outcome.ts';
import { startReplay } from '#tests/doubles/replay/start-replay.ts';
import { openAiAdapter } from './index.ts';

/** The wire as providers write it, and what it says. */
const RECORDINGS: Record<string, Expected> = {
  'openai.sse': {
    text: 'Grüß dich 🚣🏽.',
    finish: 'stop',
    usage: { promptTokens: 2006, cachedTokens: 1920, completionTokens: 300, reasoningTokens: 256 },
    error: null,
  },
  'azure-filters-first.sse': { text: 'A larger block.', finish: 'content_filter', usage: null, error: null },
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
  // One index for both calls, and an ordinary end.
  'gemini-tool-calls.sse': {
    toolCalls: [
      { id: 'g1', name: 'weather', arguments: '{"place":"Köln"}' },
      { id: 'g2', name: 'weather', arguments: '{"place":"Bonn"}' },
    ],
    finish: 'tool_calls',
    usage: { promptTokens: 30, completionTokens: 12 },
    error: null,
  },
  // No index, no id, and the arguments as a value.
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

const EVENTS = 'text/event-stream; charset=utf-8';

async function answerTo(body: Buffer, contentType: string, piece = 0, status = 200) {
  const replay = await startReplay({ status, headers: { 'content-type': contentType }, body }, piece);
  try {
    const credentials = { apiKey: 'sk-secret-1234567890', baseUrl: replay.url };
    return await callAdapter(openAiAdapter, { model: 'm', question: 'Hi', credentials });
  } finally {
    await replay.close();
  }
}

describe.each(Object.entries(RECORDINGS))('%s', (name, expected) => {
  it.each([0, 1, 7])(
    'is understood in writes of %i bytes',
    async (piece) => {
      const body = readFileSync(new URL(`fixtures/${name}`, import.meta.url));
      const type = name.endsWith('.json') ? 'application/json' : EVENTS;
      expect(mismatches(await answerTo(body, type, piece), expected)).toEqual([]);
    },
    20_000,
  );
});

describe('an answer that is no stream at all', () => {
  it('is malformed when it is a page, and nothing of it is repeated', async () => {
    const outcome = await answerTo(Buffer.from('<html>secret page</html>'), 'text/html');
    expect(outcome.error).toMatchObject({ code: 'provider_malformed' });
    expect(JSON.stringify(outcome)).not.toContain('secret page');
  });

  it('is classified by its status when an error has no JSON, and its length is bounded', async () => {
    const outcome = await answerTo(Buffer.alloc(4_000_000, 'x'), 'text/plain', 0, 502);
    expect(outcome.error).toMatchObject({ code: 'provider_unavailable', retryable: true });
    expect(outcome.error?.message.length).toBeLessThanOrEqual(512);
  });

  it('does not say the key back, whole or in another guise', async () => {
    const message = 'Wrong key sk-secret-1234567890 (Bearer sk-secret-1234567890, sk-s****7890).';
    const outcome = await answerTo(
      Buffer.from(JSON.stringify({ error: { message } })),
      'application/json',
      0,
      401,
    );
    expect(outcome.error).toMatchObject({
      code: 'invalid_api_key',
      message: 'Wrong key [key] (Bearer [key], [key]).',
    });
  });
});
