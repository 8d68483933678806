import { describe, expect, it } from 'vitest';
import { isPreference, preferenceCookie, readCookie, readPreferences } from './preferences.ts';

describe('readPreferences', () => {
  it('returns the defaults without cookies', () => {
    expect(readPreferences(null)).toEqual({
      language: 'auto',
      theme: 'system',
      navVisible: 'auto',
      autoScroll: 'true',
      modelView: 'cards',
    });
  });

  it('reads the output of preferenceCookie', () => {
    const header = [
      preferenceCookie('language', 'ar-EG'),
      preferenceCookie('theme', 'dark'),
      preferenceCookie('navVisible', 'true'),
    ]
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    expect(readPreferences(header)).toEqual({
      language: 'ar-EG',
      theme: 'dark',
      navVisible: 'true',
      autoScroll: 'true',
      modelView: 'cards',
    });
  });

  it('ignores unknown values, and cookie names that only end the same', () => {
    expect(readPreferences('lang=xx-XX; color-theme=pink; xlang=ja-JP')).toMatchObject({
      language: 'auto',
      theme: 'system',
    });
  });
});

describe('readCookie', () => {
  it('keeps an equals sign in the value', () => {
    expect(readCookie('a=1; b=x=y', 'b')).toBe('x=y');
  });
});

describe('isPreference', () => {
  it('knows the values of each name', () => {
    expect(isPreference('theme', 'light')).toBe(true);
    expect(isPreference('theme', 'ja-JP')).toBe(false);
  });
});
