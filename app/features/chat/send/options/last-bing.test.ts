import { expect, it } from 'vitest';
import { lastBingCookie, readLastBing } from './last-bing.ts';

it('reads back the last choice', () => {
  const cookie = lastBingCookie({ jailbreak: true, toneStyle: 'precise' })!;
  expect(readLastBing(`lang=auto; ${cookie.split(';')[0]}`)).toEqual({
    jailbreak: true,
    toneStyle: 'precise',
  });
  expect(readLastBing(`${lastBingCookie({ jailbreak: true })!}`)).toEqual({
    jailbreak: true,
    toneStyle: 'creative',
  });
});

it('remembers nothing when neither option was set', () => {
  expect(lastBingCookie({})).toBeNull();
});

it.each([
  'lastBingSettings=true',
  'lastBingSettings=true.angry',
  'lastBingSettings=1.fast',
  'other=true.fast',
  '',
])('reads nothing from %j, which another program wrote', (cookies) => {
  expect(readLastBing(cookies)).toEqual({});
});
