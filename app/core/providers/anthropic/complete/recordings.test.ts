import { describe, expect, it } from 'vitest';
import type { Expected } from '#tests/doubles/behaviours/outcome.ts';
import { describeRecordings, readAnswer, type Reading } from '#tests/doubles/replay/recordings.ts';
import { completeAdapter } from './index.ts';

/** Recorded answers of the maker, and the expected result of each. */
const RECORDINGS: Record<string, Expected> = {
  'claude-1.sse': { text: 'Grüß dich  🚣🏽.', finish: 'stop', usage: null, error: null },
  'too-long.sse': { text: 'So long', finish: 'length', usage: null, error: null },
  'overloaded-in-stream.sse': {
    text: 'Half',
    finish: null,
    error: { code: 'provider_unavailable', retryable: true },
  },
  'cut-after-words.sse': { text: 'kept', finish: null, error: null },
  'whole-answer.json': { text: 'In one piece.', finish: 'stop', usage: null, error: null },
  'whole-error.json': { text: '', error: { code: 'provider_unavailable', retryable: true } },
};

const KEY = 'sk-ant-secret-1234567890';
const READING: Reading = { adapter: completeAdapter, model: 'claude-1', apiKey: KEY };

describeRecordings(READING, RECORDINGS, import.meta.url);

describe('an error', () => {
  it.each<[number, string, string, string]>([
    [400, 'invalid_request_error', 'prompt is too long: 12000 tokens > 9000 maximum', 'context_length'],
    [404, 'not_found_error', 'model: claude-1', 'provider_model_not_found'],
    [401, 'authentication_error', 'invalid x-api-key', 'invalid_api_key'],
    [529, 'overloaded_error', 'Overloaded', 'provider_unavailable'],
  ])('%i %s is classified by its name', async (status, type, message, code) => {
    const { error } = await readAnswer(READING, {
      body: { type: 'error', error: { type, message } },
      status,
    });
    expect(error).toMatchObject({ code, message });
  });

  it('does not repeat the key', async () => {
    const error = { type: 'authentication_error', message: `invalid x-api-key ${KEY}` };
    const outcome = await readAnswer(READING, { body: { type: 'error', error }, status: 401 });
    expect(outcome.error?.message).toBe('invalid x-api-key [key]');
  });
});
