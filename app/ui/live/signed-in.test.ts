import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signedIn } from './signed-in.ts';

/** Where the page is, and where it was led to. */
let place: { pathname: string; search: string; replace: (address: string) => void };
let ledTo: string[];
let status: number;

beforeEach(() => {
  status = 401;
  ledTo = [];
  place = { pathname: '/chat/one', search: '?a=1', replace: (address) => void ledTo.push(address) };
  vi.useFakeTimers();
  vi.stubGlobal('location', place);
  vi.stubGlobal('fetch', async () => new Response(null, { status }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('leaves for the sign-in when the session is over, to come back here', async () => {
  expect(await signedIn()).toBe(false);
  expect(ledTo).toEqual([]);
  vi.runAllTimers();
  expect(ledTo).toEqual(['/login?redirectTo=%2Fchat%2Fone%3Fa%3D1']);
});

it('stays where the person is by then, who may be typing at the sign-in already', async () => {
  await signedIn();
  place.pathname = '/login';
  place.search = '?redirectTo=%2Fchat%2Fone';
  vi.runAllTimers();
  expect(ledTo).toEqual([]);
});

it('stays when the person was led to the sign-in while the session was asked for', async () => {
  const asked = signedIn();
  place.pathname = '/login';
  place.search = '?redirectTo=%2Fchat%2Fone';
  await asked;
  vi.runAllTimers();
  expect(ledTo).toEqual([]);
});

it('stays at the sign-in when asked there, by what has not left the screen yet', async () => {
  place.pathname = '/login';
  place.search = '?redirectTo=%2Fchat%2Fone';
  await signedIn();
  vi.runAllTimers();
  expect(ledTo).toEqual([]);
});

it('stays when the session could be refreshed', async () => {
  status = 200;
  expect(await signedIn()).toBe(true);
  vi.runAllTimers();
  expect(ledTo).toEqual([]);
});
