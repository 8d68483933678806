import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signedIn } from './signed-in.ts';

/** The location of the page, and the addresses that it was sent to. */
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

it('navigates to the sign-in when the session is over, with a way back', async () => {
  expect(await signedIn()).toBe(false);
  expect(ledTo).toEqual([]);
  vi.runAllTimers();
  expect(ledTo).toEqual(['/login?redirectTo=%2Fchat%2Fone%3Fa%3D1']);
});

it('stays on the sign-in page if the user has reached it meanwhile', async () => {
  await signedIn();
  place.pathname = '/login';
  place.search = '?redirectTo=%2Fchat%2Fone';
  vi.runAllTimers();
  expect(ledTo).toEqual([]);
});

it('stays if the user was sent to the sign-in while the session was checked', async () => {
  const asked = signedIn();
  place.pathname = '/login';
  place.search = '?redirectTo=%2Fchat%2Fone';
  await asked;
  vi.runAllTimers();
  expect(ledTo).toEqual([]);
});

it('stays on the sign-in page when called there by a component of the previous page', async () => {
  place.pathname = '/login';
  place.search = '?redirectTo=%2Fchat%2Fone';
  await signedIn();
  vi.runAllTimers();
  expect(ledTo).toEqual([]);
});

it('stays if the session could be refreshed', async () => {
  status = 200;
  expect(await signedIn()).toBe(true);
  vi.runAllTimers();
  expect(ledTo).toEqual([]);
});
