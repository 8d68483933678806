import { expect, it } from 'vitest';
import { createModel } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import type { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { useWeb } from '#tests/setup/web.ts';
import { linkOf, newPerson, valuesOf, wordsOf } from './person.ts';

useEngine();
const web = useWeb();

const SHARED = 'sandbox/shared';
const AT_AZURE = `azureOpenAI:${SHARED}`;

/** A preset as the export tells it. */
async function exported(browser: PlainBrowser, title: string): Promise<Record<string, unknown>> {
  const file = await browser.get(linkOf(await browser.get('/presets'), `Save ${title} as a file`));
  return JSON.parse(file.body) as Record<string, unknown>;
}

it('a preset chooses a model together with the endpoint that answers', async () => {
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

it('a preset sets the mode of Bing only where it is chosen', async () => {
  const { browser } = await newPerson(web.origin());
  await browser.press('/presets/new', 'Save preset', { title: 'Any' });
  await browser.press('/presets/new', 'Save preset', { title: 'Plain', 'option.jailbreak': 'false' });
  expect(await exported(browser, 'Any')).toMatchObject({ jailbreak: null });
  expect(await exported(browser, 'Plain')).toMatchObject({ jailbreak: false });
});
