import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharePath } from '#app/contracts/shares/share.ts';
import { redis } from '#app/core/platform/redis.ts';
import { revokeShare } from '#app/core/shares/links.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { makeConversation, messageMaker } from '#tests/fixtures/conversation.ts';
import { share } from '#tests/integration/shares/stage.ts';
import { PlainBrowser, type PlainAnswer } from '#tests/setup/plain-browser.ts';
import { UNSERVED } from '#tests/setup/unserved-model.ts';
import { useWeb } from '#tests/setup/web.ts';
import { errorAt, linkOf, newPerson, turnsOf, valuesOf, wordsOf } from './person.ts';

Object.assign(process.env, UNSERVED);
const web = useWeb();

beforeAll(() => createModel());
beforeEach(() => redis().flushDb());

/** A user with a chat of two messages. */
async function withChat() {
  const person = await newPerson(web.origin());
  const conversation = await makeConversation(person.userId, { title: 'Islands' });
  const make = messageMaker(conversation);
  await make({ text: 'Which **islands**?' });
  await make({ reply: true, text: 'Some **islands**. <script>alert(1)</script>' });
  return { ...person, conversation, page: `/chat/${conversation.id}/share` };
}

const privacyOf = ({ headers }: PlainAnswer) =>
  ['cache-control', 'x-robots-tag', 'referrer-policy', 'set-cookie'].map((name) => headers.get(name));

const PRIVATE = ['private, no-store', 'noindex, nofollow', 'same-origin', null];

/** A page as it is for every request: without ids and nonces. */
const comparable = ({ body }: PlainAnswer, token: string) =>
  body.replaceAll(token, '').replaceAll(/[\da-f]{8}-[\da-f-]{27}|nonce="[^"]*"/g, '');

describe('sharing without scripts', () => {
  it('creates, protects, updates, copies and revokes a link', async () => {
    const owner = await withChat();
    const refused = await owner.browser.press(owner.page, 'Create link', { title: ' ', password: 'abc' });
    expect([refused.status, errorAt(refused, 'title'), errorAt(refused, 'password')]).toEqual([
      400,
      'Enter 1 to 255 characters.',
      'Use 6 to 200 characters.',
    ]);
    expect(valuesOf(refused, 'Create link')).toMatchObject({ password: 'abc', days: 'never' });
    const fields = { title: 'My islands', password: 'open sesame', days: '7' };
    expect(await owner.browser.press(owner.page, 'Create link', fields)).toMatchObject({ status: 302 });
    const managed = await owner.browser.get(owner.page);
    const path = linkOf(managed, 'Open');
    expect(path).toMatch(/^\/share\/[\w-]{22}$/);
    expect(wordsOf(managed)).toContain('My islands Copy link Active 0 views');

    const visitor = new PlainBrowser(web.origin());
    const locked = await visitor.get(path);
    expect(wordsOf(locked)).toContain('Enter the password');
    expect(locked.body).not.toMatch(/islands/i);
    const wrong = await visitor.press(path, 'Open chat', { password: 'shut sesame' });
    expect([wrong.status, errorAt(wrong, 'password')]).toEqual([403, 'This password is wrong. Try again.']);
    const right = await visitor.press(path, 'Open chat', { password: 'open sesame' });
    expect(right).toMatchObject({ status: 302, location: path });
    expect(visitor.cookies.get('parlance_share')).toMatchObject({ path });
    const shown = await visitor.get(path);
    expect(turnsOf(shown)).toEqual([
      'User Which **islands**?',
      'ChatGPT Some islands . <script>alert(1)</script>',
    ]);
    expect(linkOf(shown, 'Log in to continue')).toBe(`/login?redirectTo=${encodeURIComponent(path)}`);

    await owner.browser.press(owner.page, 'Update');
    const reader = await newPerson(web.origin());
    reader.browser.cookies.set('parlance_share', visitor.cookies.get('parlance_share')!);
    const copied = await reader.browser.press(path, 'Continue this chat');
    expect(copied.location).toMatch(/^\/chat\/[\w-]{36}$/);
    expect(wordsOf(await reader.browser.get(copied.location!))).toContain('Which **islands**?');

    const listed = await owner.browser.get('/settings/shared');
    expect(wordsOf(listed)).toMatch(/My islands Active \d views? Copied/);
    await owner.browser.press('/settings/shared', 'Revoke?');
    expect(wordsOf(await owner.browser.get('/settings/shared'))).toContain('My islands Revoked');
    expect(await visitor.get(path)).toMatchObject({ status: 404 });
  });
});

describe('a shared page', () => {
  it('is private in its headers, sets no cookie, and shows the title in cards only if it was ticked', async () => {
    const { conversation } = await withChat();
    const [plain, titled] = [
      await share(conversation),
      await share(conversation, { showsTitleInCard: true, title: 'In the card' }),
    ];
    const visitor = new PlainBrowser(web.origin());
    const get = (token: string, headers: Record<string, string> = { 'sec-fetch-site': 'none' }) =>
      visitor.send(sharePath(token), { headers });
    const page = await get(plain.token);
    expect([page.status, ...privacyOf(page)]).toEqual([200, ...PRIVATE]);
    expect(page.body).toContain('<meta name="robots" content="noindex, nofollow"/>');
    expect(page.body).toContain('<title>A plan</title>');
    expect(page.body).not.toMatch(/property="og:title" content="A plan/);
    expect((await get(titled.token)).body).toContain('property="og:title" content="In the card"');
    expect(visitor.cookies.size).toBe(0);
    for (const id of [conversation.id, conversation.userId, plain.id]) expect(page.body).not.toContain(id);
  });

  it('is the same 404 for a link that was guessed, revoked or has expired, and for their files', async () => {
    const { conversation, userId } = await withChat();
    const revoked = await share(conversation);
    await revokeShare({ userId, shareId: revoked.id });
    const expired = await share(conversation, { expiresAt: new Date(Date.now() - 1000) });
    const tokens = ['x'.repeat(22), 'short', revoked.token, expired.token];
    const visitor = new PlainBrowser(web.origin());
    const headers = { 'sec-fetch-site': 'none' };
    const pages: string[] = [];
    for (const token of tokens) {
      const page = await visitor.send(sharePath(token), { headers });
      expect([page.status, ...privacyOf(page)]).toEqual([404, ...PRIVATE]);
      pages.push(comparable(page, token));
      const file = await visitor.send(`${sharePath(token)}/files/1-0`, { headers });
      expect([file.status, file.headers.get('cache-control')]).toEqual([404, 'no-store']);
    }
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain('This link doesn’t open a chat');
    const members = await share(conversation, { level: 'members' });
    const login = `/login?redirectTo=${encodeURIComponent(sharePath(members.token))}`;
    expect(await visitor.get(sharePath(members.token))).toMatchObject({ status: 302, location: login });
  });
});
