import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { redis } from '#app/core/platform/redis.ts';
import { drawImage } from '#app/sandbox/providers/openai/images/draw.ts';
import { film } from '#app/sandbox/providers/openai/videos/film.ts';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { PlainBrowser, unescape } from '#tests/setup/plain-browser.ts';
import { sharedWeb } from '#tests/setup/shared-web.ts';
import type { WebProcess } from '#tests/setup/web-process.ts';

const ACCOUNT = '/settings/account';
const SIZE = { width: 64, height: 48 };

let web: WebProcess;
beforeAll(async () => {
  web = await sharedWeb();
});
beforeEach(() => redis().flushDb());

async function signIn(): Promise<PlainBrowser> {
  const { email } = await createAccountWithPassword();
  const browser = new PlainBrowser(web.origin);
  await browser.submit('/login', { email, password: PASSWORD }, '/login');
  return browser;
}

function bring(browser: PlainBrowser, bytes: Buffer | null, name = 'me.png') {
  const body = new FormData();
  body.append('avatar', new Blob([new Uint8Array(bytes ?? [])], { type: 'image/png' }), bytes ? name : '');
  return browser.send(ACCOUNT, { method: 'POST', body });
}

const draw = (words: string) => drawImage(words, { ...SIZE, format: 'png', done: 1 });
const avatarOf = async (browser: PlainBrowser) =>
  (await browser.get('/api/user')).json<{ avatar: string | null }>().avatar;

describe('a user’s avatar', () => {
  it('replaces the initials, for its owner alone, until another one is uploaded', async () => {
    const browser = await signIn();
    expect(await avatarOf(browser)).toBe(null);
    const saved = await bring(browser, await draw('one'));
    expect([saved.status, saved.location]).toEqual([302, ACCOUNT]);
    const first = (await avatarOf(browser))!;
    expect(first).toMatch(/^\/files\/[\w-]+\?thumbnail$/);
    expect((await browser.get(ACCOUNT)).body).toContain(`<img src="${first}" alt=""`);
    expect((await browser.get(first)).status).toBe(200);
    expect((await (await signIn()).get(first)).status).toBe(404);
    await bring(browser, await draw('two'));
    expect(await avatarOf(browser)).not.toBe(first);
    expect((await browser.get(first)).status).toBe(404);
  });

  it('is gone when it is removed, and when its file is deleted among the others', async () => {
    const browser = await signIn();
    await bring(browser, await draw('one'));
    const first = (await avatarOf(browser))!;
    const body = new URLSearchParams({ act: 'removePicture' });
    expect((await browser.send(ACCOUNT, { method: 'POST', body })).status).toBe(302);
    expect(await avatarOf(browser)).toBe(null);
    expect((await browser.get(first)).status).toBe(404);
    await bring(browser, await draw('two'));
    const second = (await avatarOf(browser))!.replace('?thumbnail', '');
    expect((await browser.send(second, { method: 'DELETE' })).status).toBe(204);
    expect(await avatarOf(browser)).toBe(null);
  });

  it('is refused with an error if it is no image, and the previous one stays', async () => {
    const browser = await signIn();
    await bring(browser, await draw('one'));
    const before = await avatarOf(browser);
    for (const [bytes, status, words] of [
      [null, 400, 'Invalid file for upload.'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'File type not supported'],
      [
        await film('a film', { width: 64, height: 64, seconds: 1 }),
        415,
        'File type not supported: video/mp4',
      ],
      [Buffer.alloc(10 * 1024 * 1024 + 1), 413, 'File size exceeds the limit of 10MB'],
    ] as const) {
      const answer = await bring(browser, bytes);
      expect([answer.status, unescape(answer.body)]).toEqual([status, expect.stringContaining(words)]);
    }
    expect(await avatarOf(browser)).toBe(before);
  });
});
