import { describe, expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';

useEngine();
const web = useWeb();

interface Template {
  promptId: string;
  title: string;
  text: string;
  isOwn: boolean;
}

async function newPerson() {
  const { userId } = await createAccount();
  const call = web.as(userId);
  const form = (path: string, fields: Record<string, string>) =>
    call(path, { method: 'POST', body: new URLSearchParams(fields) });
  const page = async (path: string, language = 'en-US') =>
    (await call(path, { headers: { 'accept-language': language } })).text();
  const list = async (language = 'en-US') => {
    const answer = await call('/api/prompts', { headers: { 'accept-language': language } });
    return ((await answer.json()) as { prompts: Template[] }).prompts;
  };
  return { form, page, list };
}

const titlesIn = (html: string) => html.match(/href="\/prompts\/(?!new)[\w-]+"/g) ?? [];

describe('the browser of templates', () => {
  it('shows a page of them, with its range and the total', async () => {
    const { page } = await newPerson();
    const first = await page('/prompts');
    expect(titlesIn(first)).toHaveLength(10);
    expect(first.includes('Showing 1 to 10 of 36 entries')).toBe(true);
    expect(first.includes('page=2')).toBe(true);
    const last = await page('/prompts?page=4');
    expect(last.includes('Showing 31 to 36 of 36 entries')).toBe(true);
    expect(titlesIn(last)).toHaveLength(6);
    for (const wrong of ['0', '-1', '1.5', 'x', '99999999999999999999'])
      expect(titlesIn(await page(`/prompts?page=${wrong}`)).length).toBeGreaterThan(0);
  });

  it('finds them by their text, in the language of the reader', async () => {
    const { page, list } = await newPerson();
    expect((await page('/prompts?q=Proofread')).includes('Showing 1 to 1 of 1 entries')).toBe(true);
    expect((await page('/prompts?q=zzzz')).includes('Nothing found')).toBe(true);
    expect((await page('/prompts', 'ja-JP')).includes('要約')).toBe(true);
    const [english, arabic] = [await list(), await list('ar-EG')];
    expect(arabic.map(({ promptId }) => promptId)).toEqual(english.map(({ promptId }) => promptId));
    expect(arabic[0]!.title).not.toBe(english[0]!.title);
  });
});

describe('a user’s own template', () => {
  it('is saved, listed first, filled in, changed and deleted', async () => {
    const { form, page, list } = await newPerson();
    const fields = { act: 'save', title: 'Greeting', text: 'Hello {{name}},\r\nfrom {{place}}' };
    expect((await form('/prompts/new', fields)).status).toBe(302);
    const [own] = await list();
    expect(own).toMatchObject({ title: 'Greeting', text: 'Hello {{name}},\nfrom {{place}}', isOwn: true });
    const path = `/prompts/${own!.promptId}`;
    const used = await form(path, { act: 'use', 'variable.0': 'Ada & {{place}}', 'variable.1': '' });
    expect(used.headers.get('location')).toBe('/chat/new?filled=1');
    const chat = await page('/chat/new?filled=1');
    expect(chat.includes('Hello Ada &amp; {{place}},\nfrom {{place}}')).toBe(true);
    await form(path, { ...fields, title: 'Parting' });
    expect((await list())[0]!.title).toBe('Parting');
    await form(path, { act: 'delete' });
    expect((await list())[0]!.isOwn).toBe(false);
  });

  it.each([
    ['without a name', { title: '', text: 'a' }],
    ['with a name that is too long', { title: 'x'.repeat(101), text: 'a' }],
    ['without a text', { title: 'a', text: ' \r\n ' }],
    ['with a text that is too long', { title: 'a', text: 'x'.repeat(8001) }],
  ])('is refused %s, and the typed values stay', async (_name, fields) => {
    const { form, list } = await newPerson();
    const refused = await form('/prompts/new', { act: 'save', ...fields });
    expect(refused.status).toBe(400);
    const html = await refused.text();
    expect(html.includes('aria-invalid')).toBe(true);
    expect(html.includes(fields.title.slice(0, 100))).toBe(true);
    expect((await list()).some(({ isOwn }) => isOwn)).toBe(false);
  });

  it('is one of at most a hundred', async () => {
    const { form } = await newPerson();
    const save = () => form('/prompts/new', { act: 'save', title: 'a', text: 'b' });
    for (let made = 0; made < 100; made += 1) await save();
    const refused = await save();
    expect(refused.status).toBe(409);
    expect((await refused.text()).includes('the limit of 100 templates')).toBe(true);
  }, 60_000);

  it('of the application cannot be changed or deleted', async () => {
    const { form } = await newPerson();
    for (const act of ['save', 'delete'])
      expect((await form('/prompts/summarise', { act, title: 'a', text: 'b' })).status).toBe(404);
  });
});
