import { describe, expect, it } from 'vitest';
import { isOwnRequest } from './request-guards.ts';

const cookie = 'lang=x; parlance_session=abc';
const host = 'chat.example:3000';
const own = 'http://chat.example:3000';

describe('an unsafe request', () => {
  it.each([
    ['with a cookie and our own host as origin', { cookie, host, origin: own }, true],
    ['with a cookie and APP_URL as origin', { cookie, host, origin: 'https://app.example' }, true],
    ['with a cookie from the same origin', { cookie, host, 'sec-fetch-site': 'same-origin' }, true],
    [
      'with a cookie and a null origin from the same origin',
      { cookie, host, origin: 'null', 'sec-fetch-site': 'same-origin' },
      true,
    ],
    ['with a cookie and no origin', { cookie, host }, false],
    ['with a refresh cookie and no origin', { cookie: 'parlance_refresh=x', host }, false],
    ['with a cookie and a null origin', { cookie, host, origin: 'null' }, false],
    ['with a cookie from a sibling host', { cookie, host, 'sec-fetch-site': 'same-site' }, false],
    ['with a cookie and a foreign origin', { cookie, host, origin: 'https://evil.example' }, false],
    ['with a cookie, a bearer and no origin', { cookie, host, authorization: 'Bearer x' }, false],
    [
      'with a bearer and a foreign origin',
      { host, authorization: 'Bearer x', origin: 'https://a.example' },
      true,
    ],
    ['of a client without cookie and origin', { host }, true],
    ['without a cookie from a foreign origin', { host, origin: 'https://evil.example' }, false],
    ['without a cookie and with a null origin', { host, origin: 'null' }, false],
    ['with another cookie of the same ending', { cookie: 'xparlance_session=1', host }, true],
  ])('%s', (_name, headers, allowed) => {
    expect(isOwnRequest(headers, 'https://app.example')).toBe(allowed);
  });
});
