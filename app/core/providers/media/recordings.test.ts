import { describe, expect, it } from 'vitest';
import { MEDIA_PARSERS, mediaFixture } from '#tests/fuzz/media-parsers.ts';

const at = (url: string, more: object = {}) => ({ type: 'piece', index: 0, source: { url }, ...more });
const ended = (...events: object[]) => ({ state: 'ended', events });
const refused = (reason: string) => ({ type: 'refused', reason });
const PICTURE = {
  type: 'piece',
  index: 0,
  source: { bytes: Buffer.from('iVBORw0KGgo=', 'base64') },
  mimeType: 'image/png',
};
const MP4 = { mimeType: 'video/mp4' };

/** The expected result of each recorded answer; for an error its code and whether to poll again. */
const MEANT: Readonly<Record<string, unknown>> = {
  'fal/waiting': { state: 'waiting' },
  'fal/complete': null,
  'fal/pictures': [at('https://v3.fal.media/files/a.png', { mimeType: 'image/png' }), refused('nsfw')],
  'fal/video': [at('https://v3.fal.media/files/a.mp4', MP4)],
  'replicate/waiting': { state: 'waiting' },
  'replicate/done': ended(at('https://replicate.delivery/a.webp'), {
    ...at('https://replicate.delivery/b.webp'),
    index: 1,
  }),
  'replicate/refused': ended(
    ...[1, 2].map(() =>
      refused('The input or output was flagged as sensitive. Please try again with different inputs. (E005)'),
    ),
  ),
  'replicate/failed': ['provider_unavailable', false],
  'bfl/waiting': { state: 'waiting', done: 0.25 },
  'bfl/done': ended(at('https://delivery-eu1.bfl.ai/results/b1/sample.jpeg?sig=x')),
  'bfl/refused': ended(refused('Content Moderated')),
  'bfl/failed': ['provider_unavailable', false],
  'stability/done': [PICTURE],
  'stability/refused': [refused('CONTENT_FILTERED')],
  'google/media/gemini-done': [
    PICTURE,
    {
      type: 'usage',
      usage: {
        promptTokens: 270,
        cachedTokens: 0,
        completionTokens: 1204,
        reasoningTokens: 84,
        imageTokens: 258,
        imageOutputTokens: 1120,
      },
    },
  ],
  'google/media/gemini-blocked': [
    refused('PROHIBITED_CONTENT'),
    { type: 'usage', usage: { promptTokens: 12, cachedTokens: 0, completionTokens: 0, reasoningTokens: 0 } },
  ],
  'google/media/gemini-refused': [
    refused('IMAGE_SAFETY'),
    { type: 'usage', usage: { promptTokens: 12, cachedTokens: 0, completionTokens: 0, reasoningTokens: 0 } },
  ],
  'google/media/gemini-words': ['provider_malformed', true],
  'google/media/imagen-done': [PICTURE, refused('Unable to show generated images. Support codes: 39322892')],
  'google/media/veo-waiting': { state: 'waiting', nextInMs: 10_000 },
  'google/media/veo-done': ended({
    ...at('https://generativelanguage.googleapis.com/v1beta/files/abc123:download?alt=media', MP4),
    source: {
      url: 'https://generativelanguage.googleapis.com/v1beta/files/abc123:download?alt=media',
      headers: { 'x-goog-api-key': 'k' },
    },
  }),
  'google/media/veo-refused': ended(refused('We could not make this video.')),
  'google/media/veo-failed': ['provider_unavailable', false],
  'openai/images/done': [
    PICTURE,
    { ...PICTURE, index: 1 },
    {
      type: 'usage',
      usage: {
        promptTokens: 50,
        cachedTokens: 0,
        completionTokens: 2240,
        reasoningTokens: 0,
        imageTokens: 40,
        imageOutputTokens: 2240,
      },
    },
  ],
  'openai/images/address': [at('https://pictures.example/a.png')],
  'openai/images/completed': [
    { type: 'piece', index: 0, source: { bytes: Buffer.from('/9j/4AAQ', 'base64') }, mimeType: 'image/jpeg' },
    {
      type: 'usage',
      usage: {
        promptTokens: 334,
        cachedTokens: 0,
        completionTokens: 280,
        reasoningTokens: 0,
        imageTokens: 323,
        imageOutputTokens: 272,
      },
    },
  ],
  'openai/images/blocked': [refused('Your request was rejected by the safety system.')],
  'openai/images/failed': ['provider_unavailable', true],
  'openai/videos/waiting': { state: 'waiting', done: 0.4 },
  'openai/videos/done': ended({
    ...at('', MP4),
    source: { url: 'https://api.example/v1/videos/video_1/content', headers: { authorization: 'Bearer k' } },
  }),
  'openai/videos/refused': ended(refused('The video was blocked by our moderation system.')),
  'openai/videos/failed': ['provider_unavailable', false],
  'runway/waiting': { state: 'waiting', nextInMs: 6000, done: 0.4 },
  'runway/throttled': { state: 'waiting', nextInMs: 6000 },
  'runway/done': ended(at('https://dnznrvs05pmza.cloudfront.net/a.mp4?_jwt=x')),
  'runway/refused': ended(refused('The output was not allowed.')),
  'runway/failed': ['provider_unavailable', false],
  'runway/bad-asset': ['provider_rejected', false],
  'luma/waiting': { state: 'waiting' },
  'luma/done': ended(at('https://storage.cdn-luma.com/g1.mp4', MP4)),
  'luma/refused': ended(refused('advanced moderation failed: not allowed')),
  'luma/failed': ['provider_unavailable', false],
  'kling/waiting': { state: 'waiting' },
  'kling/done': ended(at('https://cdn.klingai.com/v1.mp4')),
  'kling/refused': ended(refused('Failure to pass the risk control system')),
  'kling/failed': ['provider_unavailable', false],
  'kling/no-money': ['insufficient_quota', true],
  'minimax/v1-waiting': { state: 'waiting' },
  'minimax/v1-done': { file: '205258526306433' },
  'minimax/v1-refused': ended(refused('output video involves sensitive content')),
  'minimax/v1-rate': ['provider_rate_limited', true],
  'minimax/v1-file': ended(at('https://public-cdn.minimax.io/a.mp4', MP4)),
  'minimax/v2-waiting': { state: 'waiting' },
  'minimax/v2-done': ended(at('https://cdn.minimax.io/t1.mp4', MP4)),
  'minimax/v2-refused': ended(refused('sensitive')),
  'minimax/v2-failed': ['provider_unavailable', false],
};

describe.each(Object.entries(MEDIA_PARSERS))('%s', (_name, { read, fixtures }) => {
  it.each(fixtures)('reads %s', (name) => {
    expect(Object.keys(MEANT)).toContain(name);
    const json: unknown = JSON.parse(mediaFixture(name));
    const meant = MEANT[name];
    if (Array.isArray(meant) && typeof meant[0] === 'string') {
      const [code, retryable] = meant as [string, boolean];
      expect(() => read(json)).toThrow(expect.objectContaining({ code, retryable }) as Error);
    } else expect(read(json)).toEqual(meant);
  });
});
