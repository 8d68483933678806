import { describe, expect, it } from 'vitest';
import type { Expected } from '#tests/doubles/behaviours/outcome.ts';
import { describeRecordings, readAnswer, type Reading } from '#tests/doubles/replay/recordings.ts';
import { azureAdapter } from './index.ts';

/** Recorded answers of Azure, and the expected result of each. */
const RECORDINGS: Record<string, Expected> = {
  'filters-first.sse': { text: 'A larger block.', finish: 'content_filter', usage: null, error: null },
  'filters-between.sse': {
    text: 'Grüß dich 🚣🏽.',
    finish: 'stop',
    usage: { promptTokens: 1206, cachedTokens: 1024, completionTokens: 6 },
    error: null,
  },
  'filtered-in-stream.sse': {
    text: 'Half',
    finish: null,
    error: { code: 'content_filter', retryable: false },
  },
  'whole-answer.json': {
    text: '',
    toolCalls: [{ id: 'call_az', name: 'add', arguments: '{"a":1}' }],
    finish: 'tool_calls',
    usage: { promptTokens: 20, completionTokens: 9 },
    error: null,
  },
};

const KEY = '0123456789abcdef0123456789canary';
const READING: Reading = { adapter: azureAdapter, model: 'gpt-4o', apiKey: KEY };

describeRecordings(READING, RECORDINGS, import.meta.url);

describe('an error', () => {
  it.each<[number, object, object]>([
    [401, { code: '401', message: 'Access denied.' }, { code: 'invalid_api_key', retryable: false }],
    [
      401,
      { code: 'PermissionDenied', message: 'Principal does not have access.' },
      { code: 'invalid_api_key' },
    ],
    [403, { code: 'AuthenticationTypeDisabled', message: 'Keys are off.' }, { code: 'invalid_api_key' }],
    [
      403,
      { code: '403', message: 'Denied by the firewall.' },
      { code: 'provider_unavailable', retryable: false },
    ],
    [404, { code: 'DeploymentNotFound', message: 'None.' }, { code: 'provider_model_not_found' }],
    [400, { code: 'OperationNotSupported', message: 'No chat.' }, { code: 'provider_model_not_found' }],
    [
      400,
      {
        code: 'content_filter',
        message: 'Filtered.',
        param: 'prompt',
        innererror: { code: 'ResponsibleAIPolicyViolation' },
      },
      { code: 'content_filter', param: 'prompt' },
    ],
    [
      400,
      { code: null, message: 'Filtered.', innererror: { code: 'ResponsibleAIPolicyViolation' } },
      { code: 'content_filter', retryable: false },
    ],
    [429, { code: 'insufficient_quota', message: 'None left.' }, { code: 'insufficient_quota' }],
    [500, { code: 'InternalServerError', message: 'Oh.' }, { code: 'provider_unavailable', retryable: true }],
    [408, { code: 'Timeout', message: 'Late.' }, { code: 'provider_timeout', retryable: true }],
  ])('%i %j is classified by its names', async (status, error, expected) => {
    expect((await readAnswer(READING, { body: { error }, status })).error).toMatchObject(expected);
  });

  it('has the requested wait to the millisecond', async () => {
    const body = { error: { code: '429', message: 'Please retry after 9 seconds.' } };
    const headers = { 'retry-after': '9', 'retry-after-ms': '8250' };
    const { error } = await readAnswer(READING, { body, headers, status: 429 });
    expect(error).toMatchObject({ code: 'provider_rate_limited', retryable: true, retryAfterMs: 8250 });
  });

  it('does not repeat the key', async () => {
    const body = { error: { code: '401', message: `No such key: ${KEY}` } };
    const { error } = await readAnswer(READING, { body, status: 401 });
    expect(error?.message).toBe('No such key: [key]');
  });
});
