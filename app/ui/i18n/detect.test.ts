import { describe, expect, it } from 'vitest';
import { detectLocale } from './detect.server.ts';

function detect(headers: Record<string, string>) {
  return detectLocale(new Request('http://parlance.test/', { headers }));
}

describe('detectLocale', () => {
  it.each([
    ['ja', 'ja-JP'],
    ['ja-JP,en;q=0.8', 'ja-JP'],
    ['ar-SA,ar;q=0.9', 'ar-EG'],
    ['fi,ja;q=0.8,en;q=0.5', 'ja-JP'],
    ['ar-SA,en-US;q=0.9', 'ar-EG'],
    ['en;q=0.2, ja;q=0.7', 'ja-JP'],
    ['ja;q=0,ar', 'ar-EG'],
    ['fi', 'en-US'],
    ['*', 'en-US'],
    ['', 'en-US'],
    ['not a language ;;;', 'en-US'],
  ])('follows a browser that prefers %j', async (asked, language) => {
    expect(await detect({ 'accept-language': asked })).toBe(language);
  });

  it('prefers the stored choice', async () => {
    expect(await detect({ 'accept-language': 'ja', cookie: 'lang=ar-EG' })).toBe('ar-EG');
  });

  it.each(['lang=auto', 'lang=xx-XX', 'lang='])('follows the browser with the cookie %s', async (cookie) => {
    expect(await detect({ 'accept-language': 'ja', cookie })).toBe('ja-JP');
  });
});
