import { describe, expect, it } from 'vitest';
import type { Expected } from '#tests/doubles/behaviours/outcome.ts';
import {
  describeRecordings,
  readAnswer,
  readRecording,
  type Reading,
} from '#tests/doubles/replay/recordings.ts';
import { googleAdapter } from './index.ts';

/** Recorded answers of the maker, and the expected result of each. */
const RECORDINGS: Record<string, Expected> = {
  'two-calls.sse': {
    thinking: '**Both** Städte 🌦️ at once.',
    text: 'I look it up.',
    toolCalls: [
      { name: 'weather', arguments: '{"city":"Köln"}' },
      { name: 'time', arguments: '{}' },
    ],
    finish: 'tool_calls',
    usage: {
      promptTokens: 1012,
      cachedTokens: 500,
      imageTokens: 258,
      audioTokens: 200,
      completionTokens: 60,
      reasoningTokens: 31,
    },
    error: null,
  },
  'own-ids.sse': {
    toolCalls: [
      { id: 'fc1', name: 'add', arguments: '{"a":1}' },
      { name: 'add', arguments: '{"a":2}' },
    ],
    finish: 'tool_calls',
    error: null,
  },
  'text-signature.sse': {
    text: 'Blue.',
    finish: 'stop',
    usage: { promptTokens: 12, completionTokens: 42, reasoningTokens: 40 },
    error: null,
  },
  // The text came after a usage that counts only the prompt, so our own count is used.
  'error-in-stream.sse': {
    text: 'Half',
    finish: null,
    usage: null,
    error: { code: 'provider_unavailable', retryable: true },
  },
  'error-on-one-line.sse': {
    text: 'Half',
    finish: null,
    error: { code: 'provider_unavailable', retryable: true },
  },
  'error-first.sse': {
    text: '',
    error: { code: 'provider_rate_limited', retryable: true, retryAfterMs: 17_500 },
  },
  'safety.sse': { text: 'I could', finish: 'content_filter', usage: { completionTokens: 2 }, error: null },
  'thought-away.sse': {
    text: '',
    thinking: 'So much to think of',
    finish: 'length',
    usage: { promptTokens: 20, completionTokens: 1000, reasoningTokens: 1000 },
    error: null,
  },
  'prompt-blocked.sse': {
    text: '',
    finish: null,
    usage: null,
    error: { code: 'content_filter', retryable: false },
  },
  'malformed-call.sse': {
    text: 'Wait.',
    finish: null,
    usage: { completionTokens: 12 },
    error: { code: 'provider_malformed', retryable: true },
  },
  'cut-after-words.sse': { text: 'kept', finish: null, usage: null, error: null },
  'unknown-parts.sse': {
    text: 'Words.',
    thinking: '',
    further: [],
    toolCalls: [],
    finish: 'stop',
    usage: { promptTokens: 25, completionTokens: 2 },
    error: null,
  },
  'whole-answer.json': {
    thinking: 'Why not.',
    text: 'In one piece.',
    toolCalls: [{ id: 'fc3', name: 'add', arguments: '{"a":[1,2]}' }],
    finish: 'tool_calls',
    usage: { promptTokens: 8, cachedTokens: 3, completionTokens: 19, reasoningTokens: 3 },
    error: null,
  },
  'list.json': { text: 'In a list.', finish: 'stop', usage: { completionTokens: 3 }, error: null },
  'whole-error.json': { text: '', error: { code: 'provider_unavailable', retryable: true } },
};

const KEY = 'AIzaSyCanary-0123456789abcdef';

const READING: Reading = {
  adapter: googleAdapter,
  model: 'gemini-3.8-flash',
  apiKey: KEY,
  credentials: (url) => ({ baseUrl: `${url}/v1beta` }),
};

describeRecordings(READING, RECORDINGS, import.meta.url);

it('generates an id for a call without one, and for one with a repeated id', async () => {
  const idsOf = async (name: string) => {
    const file = new URL(`fixtures/${name}`, import.meta.url);
    return (await readRecording(READING, file)).toolCalls.map(({ id }) => id);
  };
  const ids = [...(await idsOf('two-calls.sse')), ...(await idsOf('own-ids.sse'))];
  expect(ids).toEqual([expect.anything(), expect.anything(), 'fc1', expect.anything()]);
  expect(new Set(ids).size).toBe(4);
  for (const id of ids.filter((one) => one !== 'fc1')) expect(id).toMatch(/^call_/);
});

describe('an error', () => {
  const failing = (code: number, status: string | undefined, message: string, details?: object[]) =>
    readAnswer(READING, { body: { error: { code, message, status, details } }, status: code });

  it.each([
    [400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', 'invalid_api_key'],
    [400, 'INVALID_ARGUMENT', 'API key expired. Please renew the API key.', 'invalid_api_key'],
    [
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).',
      'context_length',
    ],
    [400, 'INVALID_ARGUMENT', 'Corrupted thought signature.', 'provider_rejected'],
    [400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.', 'provider_unavailable'],
    [403, 'PERMISSION_DENIED', 'Your project may not.', 'provider_unavailable'],
    [404, 'NOT_FOUND', 'models/gemini-1 is not found', 'provider_model_not_found'],
    [429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted.', 'provider_rate_limited'],
    [500, 'INTERNAL', 'An internal error has occurred.', 'provider_unavailable'],
    [503, 'UNAVAILABLE', 'The model is overloaded.', 'provider_unavailable'],
    [504, 'DEADLINE_EXCEEDED', 'Deadline expired.', 'provider_timeout'],
    [418, 'A_NEW_NAME', 'What is this', 'provider_rejected'],
    [529, undefined, 'What is this', 'provider_unavailable'],
  ])('%i %s (%s) is %s', async (code, status, message, ours) => {
    expect((await failing(code, status, message)).error).toMatchObject({ code: ours, message });
  });

  it('is final for a daily quota, and has the maker’s delay for a quota per minute', async () => {
    const exhausted = (quotaId: string, retryDelay: string) =>
      failing(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
        { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId }] },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay },
      ]);
    const daily = await exhausted('GenerateRequestsPerDayPerProjectPerModel', '47s');
    expect(daily.error).toMatchObject({ code: 'insufficient_quota', retryable: false, retryAfterMs: null });
    const soon = await exhausted('GenerateRequestsPerMinutePerProjectPerModel', '17.25s');
    expect(soon.error).toMatchObject({ code: 'provider_rate_limited', retryAfterMs: 17_250 });
    const never = await exhausted('GenerateRequestsPerMinutePerProjectPerModel', '99999999s');
    expect(never.error).toMatchObject({ code: 'provider_rate_limited', retryAfterMs: null });
  });

  it('names the field that the maker rejects, if it states one', async () => {
    const fieldViolations = [{ field: 'contents[0].parts[1]', description: 'no' }];
    const named = await failing(400, 'INVALID_ARGUMENT', 'No.', [{ fieldViolations }]);
    expect(named.error?.param).toBe('contents[0].parts[1]');
    expect((await failing(400, 'INVALID_ARGUMENT', 'No.')).error?.param).toBe(null);
  });

  it('is parsed from a list of one, as a stream without alt=sse sends', async () => {
    const body = [{ error: { code: 429, message: 'Too many.', status: 'RESOURCE_EXHAUSTED' } }];
    const { error } = await readAnswer(READING, { body, status: 429 });
    expect(error).toMatchObject({ code: 'provider_rate_limited', message: 'Too many.' });
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

  it('does not repeat the key', async () => {
    const { error } = await failing(403, 'PERMISSION_DENIED', `Consumer 'api_key:${KEY}' is suspended.`);
    expect(error?.message).toBe("Consumer 'api_key:[key]' is suspended.");
  });
});
