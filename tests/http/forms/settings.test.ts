import { expect, it } from 'vitest';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';
import { useWeb } from '#tests/setup/web.ts';
import { buttonsOf, linkOf, newPerson, valuesOf, wordsOf } from './person.ts';

useUnservedModel();
const web = useWeb();

it('theme, side bar, scrolling and language are stored and redirect back to their page', async () => {
  const { browser } = await newPerson(web.origin());
  const press = async (path: string, label: string, filled = {}) => {
    const stored = await browser.press(path, label, filled);
    expect(stored).toMatchObject({ status: 303, location: path });
    return browser.follow(stored);
  };
  expect((await press('/settings', 'Dark')).body).toMatch(/<html[^>]* data-theme="dark"/);
  expect(buttonsOf(await press('/usage', 'Show sidebar'))).toContain('Hide sidebar');
  await press('/settings', 'Off');
  const page = await press('/settings', 'Save', { language: 'ar-EG' });
  expect(page.body).toMatch(/<html lang="ar-EG" dir="rtl" data-theme="dark"/);
});

it('a visitor chooses a language and a theme', async () => {
  const browser = new PlainBrowser(web.origin());
  const chosen = await browser.follow(await browser.press('/login', 'العربية'));
  expect(chosen.body).toMatch(/<html lang="ar-EG" dir="rtl"/);
});

it('a model becomes the default by its page and by the page of the keys', async () => {
  const { browser } = await newPerson(web.origin());
  await browser.press('/models/sandbox/small', 'Make default model');
  expect(wordsOf(await browser.get('/models/sandbox/small'))).toContain('Your default model');
  await browser.press('/keys', 'Save', { defaultModel: '' });
  expect(buttonsOf(await browser.get('/models/sandbox/small'))).toContain('Make default model');
});

it('the searches and the calculator of public pages submit to addresses that answer', async () => {
  const browser = new PlainBrowser(web.origin());
  expect(valuesOf(await browser.press('/', 'Search', { q: 'small' }), 'Search').q).toBe('small');
  expect(wordsOf(await browser.press('/models', 'Search', { q: 'sandbox small' }))).toContain(
    'Sandbox Small',
  );
  expect(wordsOf(await browser.press('/docs', 'Search', { q: 'leave stream second' }))).toContain(
    'When you leave',
  );
  const bill = await browser.press('/models/sandbox/small', 'Calculate', { in: '1000000', out: '0' });
  expect(wordsOf(bill)).toContain('$1.00');
});

it('an operator finds a user, gives credit, bans and unbans them', async () => {
  const { browser } = await newPerson(web.origin(), 'ADMIN');
  const { email } = await newPerson(web.origin());
  const found = await browser.press('/admin/users', 'Find', { q: email });
  const at = linkOf(found, email);
  const refused = await browser.press(at, 'Add credits', { amount: 'much', reason: 'support case 7' });
  expect([refused.status, valuesOf(refused, 'Add credits').reason]).toEqual([400, 'support case 7']);
  await browser.pressOn({ path: at, ...refused }, 'Add credits', { amount: '2.50' });
  await browser.press(at, 'Ban user?', { reason: 'spam' });
  expect(wordsOf(await browser.get(at))).toContain('This user is banned.');
  await browser.press(at, 'Lift the ban');
  expect(wordsOf(await browser.get(at))).toMatch(/unban .*ban .*grant/);
});
