import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callAdapter } from '#tests/doubles/behaviours/call-adapter.ts';
import { mismatches, type Expected } from '#tests/doubles/behaviours/outcome.ts';
import { SIGNATURE, startBing } from '#tests/doubles/replay/start-bing.ts';
import { bingAdapter } from './index.ts';

const LINKED = `Grüß dich 🚣🏽 [¹] [²]. Bye [³]

[¹]: <https://example.org/a%20b?q=%3C1%3E> "The \\"Rhine\\""
[³]: <http://example.com/x> "Plain"`;

const PICTURE =
  /^Here it is\.\n\n\[a \\\[red\\\] boat\]\(<http:\/\/127\.0\.0\.1:\d+\/images\/create\?q=a\+%5Bred%5D\+boat>\)$/;

/** Recorded answers as clients received them, and the expected result of each. */
const RECORDINGS: Record<string, Expected> = {
  'answer.records': {
    text: LINKED,
    suggestions: ['Tell me more', 'Why so?'],
    finish: 'stop',
    usage: null,
    error: null,
  },
  'answer-alone.records': { text: 'In one piece.', suggestions: [], finish: 'stop', error: null },
  'speaks-for-the-person.records': { text: 'Blue.', finish: 'stop', error: null },
  'cursor.records': { text: 'One. Two.\n\nThree.', finish: 'stop', error: null },
  'withheld-after-words.records': { text: 'I will', finish: 'content_filter', error: null },
  'withheld.records': { text: '', finish: null, error: { code: 'content_filter', retryable: false } },
  'turn-limit.records': { text: '', error: { code: 'provider_rate_limited', retryable: true } },
  'throttled.records': { text: '', error: { code: 'provider_rate_limited', retryable: true } },
  'captcha.records': { text: '', error: { code: 'provider_unavailable', retryable: false } },
  'failed-after-words.records': { text: 'Half', finish: null, error: { code: 'provider_unavailable' } },
  'closed-by-the-service.records': {
    text: 'Half a',
    finish: null,
    error: { code: 'provider_unavailable', retryable: true },
  },
  'cut-after-words.records': { text: 'kept', finish: null, error: null },
  'no-protocol.records': { text: '', error: { code: 'provider_unavailable' } },
  'completed-without-a-last.records': { text: 'All of it.', finish: 'stop', error: null },
  'nothing-said.records': { text: '', suggestions: [], finish: 'stop', error: null },
};

const COOKIE = 'SRCHLANG=with; _U=secret-cookie-1234567890';

const recorded = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

async function ask(given: Parameters<typeof startBing>[0], apiKey = COOKIE) {
  const bing = await startBing(given);
  try {
    const credentials = { apiKey, baseUrl: bing.url };
    const outcome = await callAdapter(bingAdapter, { model: 'bing', question: 'Hi', credentials });
    return { outcome, asked: bing.asked, heard: bing.heard };
  } finally {
    await bing.close();
  }
}

describe.each(Object.entries(RECORDINGS))('%s', (name, expected) => {
  it.each([0, 1, 7])('is parsed in messages of %i characters', async (piece) => {
    const { outcome } = await ask({ records: recorded(name), piece });
    expect(mismatches(outcome, expected)).toEqual([]);
  });
});

it('returns a request to create an image as a link to the image creator', async () => {
  const { outcome } = await ask({ records: recorded('picture.records') });
  expect(outcome).toMatchObject({ text: expect.stringMatching(PICTURE), finish: 'stop' });
});

describe('a conversation', () => {
  it('is opened with the cookie, and its signature opens the socket', async () => {
    const { asked, heard } = await ask({ records: recorded('answer-alone.records') });
    expect(asked.map(({ url }) => url)).toEqual([
      '/turing/conversation/create',
      `/sydney/ChatHub?sec_access_token=${encodeURIComponent(SIGNATURE)}`,
    ]);
    expect(asked.map(({ headers }) => headers.cookie)).toEqual([COOKIE, COOKIE]);
    expect(heard[0]).toEqual({ protocol: 'json', version: 1 });
    expect(heard[1]).toMatchObject({
      type: 4,
      arguments: [{ conversationId: '51D|BingProd|SIM', encryptedConversationSignature: SIGNATURE }],
    });
  });

  it('has its signature in the body with older services', async () => {
    const body = JSON.stringify({ conversationId: 'c', clientId: 'd', conversationSignature: 'old' });
    const { asked, heard, outcome } = await ask(
      { created: { headers: {}, body }, records: recorded('answer-alone.records') },
      'only-the-token',
    );
    expect(outcome.text).toBe('In one piece.');
    expect(asked[1]).toMatchObject({ url: '/sydney/ChatHub', headers: { cookie: '_U=only-the-token' } });
    expect(heard[1]).toMatchObject({ arguments: [{ conversationSignature: 'old' }] });
  });

  it.each<[string, Parameters<typeof startBing>[0], Expected['error']]>([
    [
      'a login is wanted',
      { created: { body: '{"result":{"value":"UnauthorizedRequest","message":"Sorry, login first"}}' } },
      { code: 'invalid_api_key', retryable: false },
    ],
    ['it is none', { created: { body: '{"result":{"value":"Success"}}' } }, { code: 'provider_malformed' }],
    ['a page stands in its place', { created: { body: '<html>' } }, { code: 'provider_malformed' }],
    [
      'too many are made',
      { created: { status: 429, headers: { 'retry-after': '7' }, body: '' } },
      { code: 'provider_rate_limited', retryable: true, retryAfterMs: 7000 },
    ],
    [
      'the service is down',
      { created: { status: 502, body: '<html>' } },
      { code: 'provider_unavailable', retryable: true },
    ],
    ['its socket is refused', { refusedWith: 403 }, { code: 'provider_unavailable', retryable: false }],
    ['its socket is not there', { refusedWith: 404 }, { code: 'provider_model_not_found' }],
  ])('is refused if %s', async (_why, given, error) => {
    const { outcome } = await ask(given);
    expect(mismatches(outcome, { text: '', finish: null, error: error ?? null })).toEqual([]);
  });

  it('does not repeat the cookie or the signature', async () => {
    const message = `Go away, ${COOKIE} with secret-cookie-1234567890 and ${SIGNATURE}`;
    const result = { value: 'Forbidden', message };
    const records = `${JSON.stringify({ type: 2, item: { messages: [], result } })}\u001E`;
    const { outcome } = await ask({ records });
    expect(outcome.error?.message).toBe('Go away, [key] with [key] and [key]');
  });
});
