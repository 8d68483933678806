import { expect } from 'vitest';
import type { Person, Scene } from './person.ts';

interface Made {
  _id: string;
  value: string;
}

/** Keys differ only after the part that every list shows. */
const SHOWN = 11;

/**
 * Creates, reveals and rotates hub keys, by calls and by forms.
 * @returns a valid key
 */
export async function makeKeys({ origin, canaries }: Scene, { browser, token }: Person): Promise<string> {
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(origin + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (answer.status === 204 ? {} : await answer.json()) as Made };
  };
  const keep = (name: string, value: string) => canaries.add(name, value, value.slice(SHOWN));

  const { body: made } = await call('POST', '/api/api-keys', { name: 'Laptop' });
  const value = keep('key by a call', made.value);
  const at = `/api/api-keys/${made._id}`;
  expect((await call('POST', `${at}/reveal`)).body.value).toBe(value);
  const { body: rotated } = await call('POST', `${at}/rotate`, { overlapSeconds: 3600 });
  keep('rotated key', rotated.value);
  // A key in a wrong field.
  expect((await call('POST', '/api/api-keys', { name: 5, value })).status).toBe(400);
  expect((await call('POST', '/api/api-keys', { name: 'x', models: [value] })).status).toBe(400);
  await call('PATCH', at, { name: 'Server', expiresAt: value });

  const shown = await browser.submit('/keys', { name: 'By the form', act: 'create' }, '/keys');
  const formValue = /sk-par-\w{38}/.exec(shown.body)?.[0] ?? '';
  keep('key by the form', formValue);
  for (const path of ['/keys', `/keys/${rotated._id}`, '/settings', '/settings/account', '/balance'])
    expect((await browser.get(path)).status).toBe(200);
  const hook = { name: 'Mine', url: 'https://receiver.example/hooks', events: 'video.failed' };
  const hooked = await browser.submit('/keys/webhooks', hook, '/keys/webhooks');
  keep('secret of a webhook', secretIn(hooked.body));
  const page = /\/keys\/webhooks\/[0-9a-f-]{36}/.exec(hooked.body)?.[0] ?? '';
  const rolled = await browser.submit(page, { act: 'roll' }, page);
  keep('replaced secret of a webhook', secretIn(rolled.body));
  expect((await browser.get(page)).status).toBe(200);
  await call('GET', '/api/api-keys');
  await call('GET', '/api/user');
  const { body: ended } = await call('POST', '/api/api-keys', { name: 'Ended' });
  keep('revoked key', ended.value);
  await call('DELETE', `/api/api-keys/${ended._id}`);
  await fetch(`${origin}/api/v1/key`, { headers: { authorization: `Bearer ${ended.value}` } });
  return formValue;
}

/** As in a page: a plus and an equals sign may be escaped there. */
const secretIn = (body: string) =>
  /whsec_[A-Za-z0-9+/]{43}=/.exec(body.replaceAll('&#x2B;', '+').replaceAll('&#x3D;', '='))?.[0] ?? '';

/** Calls with invalid keys, in all the places where clients put one. */
export async function tryBadKeys({ origin, canaries }: Scene): Promise<void> {
  const get = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers });
  const bad = canaries.plant('bad key', (core) => `sk-par-${core}`);
  await get('/api/v1/key', { authorization: `Bearer ${bad}` });
  await get('/api/v1/key', { authorization: `Basic ${Buffer.from(`user:${bad}`).toString('base64')}` });
  await get('/api/v1/models', { 'x-api-key': bad, 'api-key': bad });
  await get('/api/user', { authorization: `Bearer ${bad}` });
  await get('/keys', { cookie: `parlance_session=${bad}`, referer: `${origin}/?key=${bad}` });
  await get(`/api/v1/key?api_key=${bad}`);
  await get(`/login?redirectTo=${encodeURIComponent(`/keys?key=${bad}`)}`);
}
