import { expect, it } from 'vitest';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';
import {
  askFor,
  awaitReply,
  beginConversation,
  buttonsOf,
  errorAt,
  linkOf,
  newPerson,
  turnsOf,
  valuesOf,
  wordsOf,
} from './person.ts';

useEngine();
const web = useWeb();
const SMALL = '/chat/new?model=sandbox/small';

it('options open beside the typed text, are stored, sent with a message, and reset', async () => {
  const { browser } = await newPerson(web.origin());
  const opened = await browser.press(SMALL, 'Options', { text: 'Half a thought' });
  const page = await browser.follow(opened);
  expect(valuesOf(page).text).toBe('Half a thought');
  const at = { path: opened.location!, ...page };
  const refused = await browser.pressOn(at, 'Save', { 'option.temperature': '7' });
  expect(refused.status).toBe(400);
  expect(valuesOf(refused)['option.temperature']).toBe('7');
  expect(errorAt(refused, 'option.temperature')).toBe('Enter a number from 0 to 2.');
  const options = { 'option.temperature': '0.5', 'option.modelLabel': 'Captain' };
  await browser.pressOn(at, 'Save', options);
  expect(buttonsOf(await browser.get(SMALL))).toContain('Options, 2 changed');
  const again = await browser.follow(await browser.press(SMALL, 'Options, 2 changed'));
  expect(valuesOf(again)).toMatchObject({ ...options, text: 'Half a thought' });
  const path = await beginConversation(browser, askFor('North.'), SMALL);
  expect(turnsOf(await awaitReply(browser, path))[1]).toMatch(/^Captain /);
  await browser.press(`${SMALL}&options=1`, 'Reset all');
  expect(buttonsOf(await browser.get(SMALL))).toContain('Options');
});

it('presets are saved from the options, used, edited, made the default, exported and deleted', async () => {
  const { browser } = await newPerson(web.origin());
  const calm = { 'option.temperature': '0.5', presetTitle: 'Calm', text: 'Half a thought' };
  const saved = await browser.press(`${SMALL}&options=1`, 'Save as preset', calm);
  const page = await browser.follow(saved);
  expect(valuesOf(page).text).toBe('Half a thought');
  const list = await browser.get('/presets');
  const id = /\/presets\/([\w-]{36})/.exec(linkOf(list, 'Edit Calm'))![1]!;
  const used = await browser.pressOn({ path: saved.location!, ...page }, 'Use', { presetId: id });
  expect(valuesOf(await browser.follow(used))).toMatchObject({
    'option.temperature': '0.5',
    text: 'Half a thought',
  });
  await browser.press(`/presets/${id}`, 'Save preset', { title: 'Calmer', 'option.temperature': '0.25' });
  await browser.press('/presets', 'Start new chats with Calmer');
  expect(wordsOf(await browser.get('/presets'))).toMatch(/Calmer .*Default/);
  expect(valuesOf(await browser.get('/chat/new?options=1'))['option.temperature']).toBe('0.25');
  const file = await browser.get(linkOf(await browser.get('/presets'), 'Export Calmer'));
  expect(file.headers.get('content-disposition')).toContain('preset.json');
  await browser.press('/presets', 'Delete Calmer?');
  expect(wordsOf(await browser.get('/presets'))).toContain('No presets yet');
});

it('presets are created on their page, begin a conversation, and are imported from a file', async () => {
  const { browser } = await newPerson(web.origin());
  const fields = { title: 'Warm', 'option.temperature': '1.5', 'option.topK': '' };
  const shown = await browser.press('/presets/new', 'Show options', {
    ...fields,
    model: 'sandbox/small',
  });
  expect(valuesOf(shown, 'Save preset')).toMatchObject({ title: 'Warm', 'option.temperature': '1.5' });
  expect(valuesOf(shown, 'Save preset')).not.toHaveProperty('option.topK');
  const made = await browser.pressOn({ path: '/presets/new', ...shown }, 'Save preset');
  expect(wordsOf(await browser.follow(made))).toContain('Warm');
  const begun = await browser.press('/presets', 'Start a chat with Warm');
  expect(valuesOf(await browser.get(`${begun.location!}&options=1`))['option.temperature']).toBe('1.5');
  const bring = (content: string) =>
    browser.press('/presets', 'Import presets', { file: new File([content], 'presets.json') });
  const refused = await bring('no presets');
  expect([refused.status, wordsOf(refused).includes('This isn’t a preset file')]).toEqual([400, true]);
  const taken = await bring(JSON.stringify({ title: 'Theirs', endpoint: 'agents', temperature: 0.4 }));
  expect(wordsOf(taken)).toContain('Imported 1 preset.');
  expect(linkOf(await browser.get('/presets'), 'Edit Theirs')).toMatch(/^\/presets\//);
});

it('templates are searched, written, filled in, and deleted', async () => {
  const { browser } = await newPerson(web.origin());
  const found = await browser.press('/prompts', 'Search', { q: 'regular expression' });
  expect(wordsOf(found)).toContain('Showing 1 to 1 of 1 entries');
  const greeting = { title: 'Greeting', text: 'Hello {{name}}, how is {{place}}?' };
  await browser.press('/prompts/new', 'Save template', greeting);
  const own = /href="(\/prompts\/[\w-]{36})"/.exec((await browser.get('/prompts')).body)![1]!;
  expect(valuesOf(await browser.get(own), 'Save template')).toMatchObject(greeting);
  const filled = { 'variable.0': 'Ada', 'variable.1': 'Rome' };
  const used = await browser.press(own, 'Use in a new chat', filled);
  expect(valuesOf(await browser.follow(used)).text).toBe('Hello Ada, how is Rome?');
  await browser.press(own, 'Delete?');
  expect(wordsOf(await browser.get('/prompts'))).toContain('of 36 entries');
});
