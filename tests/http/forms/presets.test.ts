import { expect, it } from 'vitest';
import { createModel } from '#tests/factories/create-model.ts';
import { insertRow } from '#tests/factories/insert-row.ts';
import { useEngine } from '#tests/setup/engine.ts';
import type { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { useWeb } from '#tests/setup/web.ts';
import { errorAt, linkOf, newPerson, valuesOf, wordsOf } from './person.ts';

useEngine();
const web = useWeb();

const SHARED = 'sandbox/shared';
const AT_AZURE = `azureOpenAI:${SHARED}`;

/** A preset as exported. */
async function exported(browser: PlainBrowser, title: string): Promise<Record<string, unknown>> {
  const file = await browser.get(linkOf(await browser.get('/presets'), `Export ${title}`));
  return JSON.parse(file.body) as Record<string, unknown>;
}

it('a preset selects a model together with the endpoint that answers', async () => {
  const offers = ['sandbox', 'sandbox-azure'].map((provider) => ({
    provider,
    upstreamModel: 'sandbox-small',
  }));
  await createModel({ id: SHARED, name: 'Shared', offers });
  const { browser } = await newPerson(web.origin());
  const page = await browser.get('/presets/new');
  expect(page.body).toContain(`<option value="${SHARED}">Shared</option>`);
  expect(page.body).toContain(`<option value="${AT_AZURE}">Shared · Azure OpenAI</option>`);
  await browser.press('/presets/new', 'Save preset', { title: 'Mine', model: AT_AZURE });
  expect(await exported(browser, 'Mine')).toMatchObject({ endpoint: 'azureOpenAI', model: SHARED });
  const list = await browser.get('/presets');
  expect(wordsOf(list)).toContain('Shared · Azure OpenAI');
  const path = linkOf(list, 'Edit Mine');
  expect(valuesOf(await browser.get(path), 'Save preset')).toMatchObject({ model: AT_AZURE });
  await browser.press(path, 'Save preset', { model: SHARED });
  expect(await exported(browser, 'Mine')).toMatchObject({ endpoint: 'openAI', model: SHARED });
});

it('a preset sets the mode of Bing only if it is chosen', async () => {
  const { browser } = await newPerson(web.origin());
  await browser.press('/presets/new', 'Save preset', { title: 'Any' });
  await browser.press('/presets/new', 'Save preset', { title: 'Plain', 'option.jailbreak': 'false' });
  expect(await exported(browser, 'Any')).toMatchObject({ jailbreak: null });
  expect(await exported(browser, 'Plain')).toMatchObject({ jailbreak: false });
});

it('a refused preset shows the errors at its fields, and keeps the typed values', async () => {
  const { browser } = await newPerson(web.origin());
  const save = (fields: Record<string, string>) => browser.press('/presets/new', 'Save preset', fields);
  const hot = await save({ title: 'Hot', 'option.temperature': '7' });
  expect([hot.status, errorAt(hot, 'option.temperature')]).toEqual([400, 'Enter a number from 0 to 2.']);
  expect(valuesOf(hot, 'Save preset')).toMatchObject({ title: 'Hot', 'option.temperature': '7' });
  const long = await save({ title: 'x'.repeat(200), 'option.temperature': '0.5' });
  expect([long.status, errorAt(long, 'title')]).toEqual([400, expect.stringMatching(/^Enter a name/)]);
  expect(valuesOf(long, 'Save preset')).toMatchObject({ 'option.temperature': '0.5' });
  const gone = await save({ title: 'Mine', model: 'sandbox/gone' });
  expect([gone.status, errorAt(gone, 'model')]).toEqual([400, expect.stringMatching(/^This model isn/)]);
  expect(valuesOf(gone, 'Save preset')).toMatchObject({ title: 'Mine' });
});

it('a preset of a retired model has the bounds of the one that answers', async () => {
  await createModel({ id: 'google/gemini-2.5-flash', name: 'Gemini', endpoint: 'google' });
  await insertRow('model_aliases', {
    alias: 'google/chat-bison',
    model_id: 'google/gemini-2.5-flash',
    retired_on: '2026-01-01',
    created_at: new Date(),
  });
  const { browser } = await newPerson(web.origin());
  const model = 'google:google/chat-bison';
  const shown = await browser.press('/presets/new', 'Show options', { model });
  expect(shown.body).not.toContain('placeholder="Usually 1,024"');
  const typed = { title: 'Long', model, 'option.maxOutputTokens': '5000' };
  expect((await browser.press('/presets/new', 'Save preset', typed)).status).toBe(302);
  const page = await browser.get(linkOf(await browser.get('/presets'), 'Edit Long'));
  expect(valuesOf(page, 'Save preset')).toMatchObject({ 'option.maxOutputTokens': '5000' });
  expect((await browser.press('/presets/new', 'Save preset', { ...typed, title: 'Longer' })).status).toBe(
    302,
  );
});
