import { expect, it } from 'vitest';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';
import { buttonsOf, newPerson, valuesOf, wordsOf } from './person.ts';

useEngine();
const web = useWeb();

const GONE = 'sandbox/vanished';
const NOTICE = `${GONE} is no longer available.`;

it('a vanished model is named beside its chip, nothing is sent, and one press chooses another', async () => {
  const { browser } = await newPerson(web.origin());
  const at = `/chat/new?model=${GONE}`;
  const page = await browser.get(at);
  expect(wordsOf(page)).toContain(NOTICE);
  expect(valuesOf(page, 'Use Sandbox Small').model).toBe('');
  expect(buttonsOf(page)).not.toContain('Send a message');
  const chosen = await browser.follow(await browser.press(at, 'Use Sandbox Small', { text: 'Rivers' }));
  expect(valuesOf(chosen)).toMatchObject({ model: TEST_MODEL, text: 'Rivers' });
  expect(wordsOf(chosen)).not.toContain(NOTICE);
});

it('a model that vanishes after the page was loaded rejects the message, which keeps its text', async () => {
  const { browser } = await newPerson(web.origin());
  const sent = await browser.press('/chat/new', 'Send a message', { text: 'Rivers', model: GONE });
  expect(sent.status).toBe(404);
  expect(wordsOf(sent)).toContain(NOTICE);
  expect(valuesOf(sent, 'Use Sandbox Small')).toMatchObject({ model: '', text: 'Rivers' });
});

it('the model used last is missed, and a text that names no model is not', async () => {
  const { browser } = await newPerson(web.origin());
  browser.cookies.set('lastSelectedModel', { value: `openAI~${GONE}`, path: '/', attributes: '' });
  expect(wordsOf(await browser.get('/chat/new'))).toContain(NOTICE);
  const wrong = await browser.get(`/chat/new?model=${encodeURIComponent('no <b>model</b>')}`);
  expect(wordsOf(wrong)).not.toContain('is no longer available');
  expect(valuesOf(wrong).model).toBe(TEST_MODEL);
});
