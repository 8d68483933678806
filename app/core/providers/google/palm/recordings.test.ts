import { describe, expect, it } from 'vitest';
import type { Expected } from '#tests/doubles/behaviours/outcome.ts';
import { describeRecordings, readAnswer, type Reading } from '#tests/doubles/replay/recordings.ts';
import { palmAdapter } from './index.ts';

/** Recorded answers as clients received them, and the expected result of each. */
const RECORDINGS: Record<string, Expected> = {
  'chat-bison.json': {
    text: 'Grüß dich  🚣🏽.',
    finish: 'stop',
    usage: { promptTokens: 6, completionTokens: 9 },
    error: null,
  },
  'single-objects.json': { text: 'Blue.', finish: 'stop', usage: null, error: null },
  'at-the-cap.json': { text: 'So long', finish: 'length', error: null },
  'blocked.json': { text: '', finish: 'content_filter', usage: { completionTokens: 0 }, error: null },
  'nothing-predicted.json': { text: '', error: { code: 'provider_malformed', retryable: true } },
  'error.json': { text: '', error: { code: 'provider_unavailable', retryable: true } },
};

const KEY = 'ya29.secret-1234567890';
const READING: Reading = { adapter: palmAdapter, model: 'chat-bison', apiKey: KEY };

describeRecordings(READING, RECORDINGS, import.meta.url);

describe('an error', () => {
  it.each<[number, string, string, string]>([
    [404, 'NOT_FOUND', 'Publisher Model `chat-bison@001` was not found.', 'provider_model_not_found'],
    [401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.', 'invalid_api_key'],
    [429, 'RESOURCE_EXHAUSTED', 'Quota exceeded.', 'provider_rate_limited'],
  ])('%i %s is classified by its name', async (status, name, message, code) => {
    const { error } = await readAnswer(READING, {
      body: { error: { code: status, message, status: name } },
      status,
    });
    expect(error).toMatchObject({ code, message });
  });

  it('does not repeat the token', async () => {
    const body = { error: { code: 403, message: `${KEY} is suspended`, status: 'PERMISSION_DENIED' } };
    expect((await readAnswer(READING, { body, status: 403 })).error?.message).toBe('[key] is suspended');
  });
});
