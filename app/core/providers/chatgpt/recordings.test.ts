import { describe, expect, it } from 'vitest';
import type { Expected } from '#tests/doubles/behaviours/outcome.ts';
import { describeRecordings, readAnswer, type Reading } from '#tests/doubles/replay/recordings.ts';
import { chatgptAdapter } from './index.ts';

/** Recorded answers as clients received them, and the expected result of each. */
const RECORDINGS: Record<string, Expected> = {
  'answer.sse': { text: 'Grüß dich 🚣🏽.', finish: 'stop', usage: null, error: null },
  'too-long.sse': { text: 'So long', finish: 'length', error: null },
  'cut-after-words.sse': { text: 'kept', finish: null, error: null },
  'done-without-an-end.sse': { text: 'kept', finish: null, error: null },
  'error-in-stream.sse': {
    text: 'Half',
    finish: null,
    error: { code: 'provider_unavailable', retryable: true },
  },
  'two-messages.sse': { text: 'One.\n\nTwo.', finish: 'stop', error: null },
  'speaks-for-the-person.sse': { text: 'Blue.', finish: 'stop', error: null },
  'whole-error.json': { text: '', error: { code: 'provider_unavailable', retryable: true } },
};

const KEY = 'eyJ-secret-1234567890';
const READING: Reading = { adapter: chatgptAdapter, model: 'text-davinci-002-render-sha', apiKey: KEY };

describeRecordings(READING, RECORDINGS, import.meta.url);

describe('an error', () => {
  it.each<[number, string | object, Expected['error']]>([
    [
      401,
      { detail: { message: 'Your token has expired.', code: 'token_expired' } },
      { code: 'invalid_api_key', retryable: false },
    ],
    [404, { detail: 'Conversation not found' }, { code: 'provider_model_not_found' }],
    [
      413,
      { detail: { message: 'The message was too long.', code: 'message_length_exceeds_limit' } },
      { code: 'context_length', retryable: false },
    ],
    [
      429,
      { detail: 'Something went wrong, please try reloading the conversation.' },
      { code: 'provider_rate_limited', retryable: true },
    ],
    [
      403,
      '<!DOCTYPE html><title>Just a moment...</title>',
      { code: 'provider_unavailable', retryable: false },
    ],
  ])('%i is classified by its code or its status', async (status, body, expected) => {
    const { error } = await readAnswer(READING, { body, status });
    expect(error).toMatchObject({ ...expected });
  });

  it('shows no HTML, and does not repeat the token', async () => {
    const page = await readAnswer(READING, {
      body: '<html>secret</html>',
      status: 403,
      contentType: 'text/html',
    });
    expect(page.error?.message).toBe('the provider answered 403');
    const body = { detail: { message: `Bad ${KEY}`, code: 'token_expired' } };
    expect((await readAnswer(READING, { body, status: 401 })).error?.message).toBe('Bad [key]');
  });
});
