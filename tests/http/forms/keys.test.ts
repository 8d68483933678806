import { expect, it } from 'vitest';
import { ACCOUNT } from '#tests/doubles/tokens/start-token-server.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';
import { useWeb } from '#tests/setup/web.ts';
import { linkOf, newPerson, valuesOf, wordsOf } from './person.ts';

useUnservedModel();
const web = useWeb();

it('API keys are created, shown, limited, disabled, replaced and revoked', async () => {
  const { browser } = await newPerson(web.origin());
  const statusOf = async (value: string) =>
    (await fetch(`${web.origin()}/api/v1/key`, { headers: { authorization: `Bearer ${value}` } })).status;
  const valueOn = (body: string) => /sk-par-\w{38}/.exec(body)?.[0] ?? '';
  const refused = await browser.press('/keys', 'Create key', { name: '   ' });
  expect([refused.status, valuesOf(refused, 'Create key').name]).toEqual([400, '   ']);
  const made = await browser.pressOn({ path: '/keys', ...refused }, 'Create key', { name: 'Laptop' });
  const value = valueOn(made.body);
  expect(await statusOf(value)).toBe(200);
  expect(valueOn((await browser.get('/keys')).body)).toBe('');
  const shown = await browser.press('/keys', 'Show key Laptop');
  expect(valueOn(shown.body)).toBe(value);
  expect(valueOn((await browser.pressOn({ path: '/keys', ...shown }, 'Hide key Laptop')).body)).toBe('');

  const edit = linkOf(await browser.get('/keys'), 'Edit Laptop');
  const wrong = await browser.press(edit, 'Save', { name: 'Server', daily: 'five' });
  expect([wrong.status, valuesOf(wrong, 'Save').name]).toEqual([400, 'Server']);
  const limits = { daily: '2.50', expiresOn: '2999-12-31', scope: 'some', models: ['sandbox/small'] };
  await browser.pressOn({ path: edit, ...wrong }, 'Save', limits);
  const answer = await fetch(`${web.origin()}/api/v1/key`, { headers: { authorization: `Bearer ${value}` } });
  expect(await answer.json()).toMatchObject({
    name: 'Server',
    caps_micro: { daily: 2_500_000 },
    models: ['sandbox/small'],
  });
  await browser.press(edit, 'Disable');
  await expect.poll(() => statusOf(value)).toBe(401);
  await browser.press(edit, 'Enable');
  await expect.poll(() => statusOf(value)).toBe(200);
  const replaced = await browser.press(edit, 'Create new key', { overlap: '3600' });
  const values = [valueOn(replaced.body), value];
  expect(values[0]).not.toBe(value);
  const ended = async () =>
    (await Promise.all(values.map(statusOf))).filter((status) => status === 401).length;
  expect(await ended()).toBe(0);
  await browser.press('/keys', 'Revoke key');
  await expect.poll(ended).toBe(1);
});

it('a user’s own keys are set, refused by their field, imported, and revoked', async () => {
  const { browser } = await newPerson(web.origin());
  const at = (name: string) => `/settings/provider-keys/${name}`;
  await browser.press(at('openAI'), 'Save', { value: 'sk-mine-1', lifetime: '30m' });
  const azure = {
    azureOpenAIApiInstanceName: 'evil.example/',
    azureOpenAIApiDeploymentName: 'gpt-4o',
    azureOpenAIApiVersion: '2024-10-21',
    azureOpenAIApiKey: 'azure-1',
  };
  const refused = await browser.press(at('azureOpenAI'), 'Save', azure);
  expect([refused.status, valuesOf(refused, 'Save').azureOpenAIApiDeploymentName]).toEqual([400, 'gpt-4o']);
  const mended = { azureOpenAIApiInstanceName: 'mine', azureOpenAIApiKey: 'azure-1' };
  await browser.pressOn({ path: at('azureOpenAI'), ...refused }, 'Save', mended);
  const bring = (account: object) =>
    browser.press(at('google'), 'Import', { value: new File([JSON.stringify(account)], 'key.json') });
  expect((await bring({ ...ACCOUNT, private_key: 'short' })).status).toBe(400);
  expect((await bring(ACCOUNT)).status).toBe(302);
  const set = async () =>
    wordsOf(await browser.get('/settings/provider-keys')).split('Key set, expires').length - 1;
  expect(await set()).toBe(3);
  await browser.press('/settings/provider-keys', 'Revoke?');
  expect(await set()).toBe(2);
  await browser.press('/settings/provider-keys', 'Revoke all?');
  expect(await set()).toBe(0);
});

it('a webhook is created, tested, given a new secret, switched off, edited and deleted', async () => {
  const { browser } = await newPerson(web.origin());
  const LIST = '/keys/webhooks';
  const refused = await browser.press(LIST, 'Create webhook', {
    name: 'Mine',
    url: 'https://10.0.0.1/hooks',
  });
  expect([refused.status, valuesOf(refused, 'Create webhook').name]).toEqual([400, 'Mine']);
  const url = 'https://receiver.example/hooks';
  const made = await browser.pressOn({ path: LIST, ...refused }, 'Create webhook', { url });
  const secretOn = (page: typeof made) => /whsec_[A-Za-z0-9+/]{43}=/.exec(wordsOf(page))?.[0] ?? '';
  const secret = secretOn(made);
  expect(secret).not.toBe('');
  const at = linkOf(await browser.get(LIST), 'Open Mine');
  expect(secretOn(await browser.get(at))).toBe('');
  await browser.press(at, 'Send test event');
  expect(wordsOf(await browser.get(at))).toContain('webhook.test');
  const rolled = secretOn(await browser.press(at, 'Create new secret'));
  expect([rolled === secret, rolled === '']).toEqual([false, false]);
  await browser.press(at, 'Turn off');
  await browser.press(at, 'Turn on');
  await browser.press(at, 'Save', { name: 'Yours', events: ['video.completed'] });
  expect(wordsOf(await browser.get(at))).toContain('Yours');
  await browser.press(at, 'Delete webhook');
  expect(wordsOf(await browser.get(LIST))).toContain('No webhooks yet');
});
