import { expect } from 'vitest';
import { ACCOUNT } from '#tests/doubles/tokens/start-token-server.ts';
import { register, signUp } from '../support/register.ts';
import { awaitEnd, messageBox, say } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';
import type { Visitor } from './visitor.ts';

const TEXT = 'Rivers [[sandbox: text="They flow."]]';
const KEYS = '/settings/provider-keys';
/** For a maker with users' own keys. */
const CLAUDE = '/chat/new?model=sandbox/messages';

async function saveKey({ page, visit, type }: Visitor, name: string): Promise<void> {
  await visit(`${KEYS}/${name}`);
  await type([[page.getByLabel('API key', { exact: true }), 'sk-mine-1']]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Key saved').waitFor();
}

/** A file for a file input. */
const keyFile = (name: string, content: object) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(content)),
});

runThreeWays('keys of one’s own', [
  {
    name: 'set two, revoke one, then all, by two presses each',
    ways: [],
    async act(visitor) {
      const { page, settle } = visitor;
      await register(page);
      await saveKey(visitor, 'openAI');
      await saveKey(visitor, 'anthropic');
      await settle();
      const rows = page.getByRole('listitem').filter({ hasText: 'Key set, expires' });
      await expect.poll(() => rows.count()).toBe(2);
      const openAI = rows.filter({ hasText: 'OpenAI' });
      await openAI.getByText('Revoke', { exact: true }).click();
      await openAI.getByRole('button', { name: 'Revoke?' }).click();
      await page.getByText('Key revoked').waitFor();
      await expect.poll(() => rows.count()).toBe(1);
      await settle();
      await page.getByText('Revoke all', { exact: true }).click();
      await page.getByRole('button', { name: 'Revoke all?' }).click();
      await page.getByText('All keys revoked').waitFor();
      await expect.poll(() => rows.count()).toBe(0);
    },
  },
  {
    name: 'choose how long a key is kept',
    ways: [],
    async act({ page, visit, type, settle }) {
      await signUp(page);
      await visit(`${KEYS}/openAI`);
      const lifetime = page.getByLabel('Expires after');
      await expect.poll(() => lifetime.inputValue()).toBe('12h');
      await expect.poll(() => lifetime.locator('option').count()).toBe(6);
      await type([[page.getByLabel('API key', { exact: true }), 'sk-mine-1']]);
      await lifetime.selectOption('30m');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Key saved').waitFor();
      await settle();
      const until = page.locator('main li time').first();
      const left = Date.parse((await until.getAttribute('datetime')) ?? '') - Date.now();
      expect(left).toBeGreaterThan(25 * 60_000);
      expect(left).toBeLessThanOrEqual(30 * 60_000);
    },
  },
  {
    name: 'bring the four fields of Azure, one wrong at first',
    ways: [],
    expected: [/400/],
    async act({ page, visit, type }) {
      await signUp(page);
      await visit(`${KEYS}/azureOpenAI`);
      const instance = page.getByLabel('Instance name');
      await type([
        [instance, 'evil.example/'],
        [page.getByLabel('Deployment name'), 'gpt-4o'],
        [page.getByLabel('API version'), '2024-10-21'],
        [page.getByLabel('API key', { exact: true }), 'azure-1'],
      ]);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Use letters, digits and dashes only.', { exact: true }).waitFor();
      await expect.poll(() => page.getByLabel('Deployment name').inputValue()).toBe('gpt-4o');
      await type([
        [instance, 'mine'],
        [page.getByLabel('API key', { exact: true }), 'azure-1'],
      ]);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Key saved').waitFor();
    },
  },
  {
    name: 'import a service account, a wrong file at first',
    ways: [],
    expected: [/400/],
    typesNothing: true,
    async act({ page, visit, settle }) {
      await signUp(page);
      await visit(`${KEYS}/google`);
      const bring = async (file: ReturnType<typeof keyFile>) => {
        await settle();
        await page.getByLabel('Service-account key (.json)').setInputFiles(file);
        await page.getByRole('button', { name: 'Import' }).click();
      };
      await bring(keyFile('key.json', { ...ACCOUNT, private_key: 'short' }));
      const wrong = 'Invalid Service Account JSON Key, Did you import the correct file?';
      await page.getByRole('alert').getByText(wrong).waitFor();
      await bring(keyFile('key.json', ACCOUNT));
      await page.getByText('Successfully imported Service Account JSON Key').waitFor();
    },
  },
  {
    name: 'set the key that a model needs, in place of sending, and be answered on it',
    async act(visitor) {
      const { page, visit, type, scripts } = visitor;
      await signUp(page);
      await visit(CLAUDE);
      await type([[messageBox(page), TEXT]]);
      const send = page.getByRole('button', { name: 'Send a message' });
      expect(await send.count()).toBe(0);
      await page.getByRole('link', { name: 'Set your key' }).click();
      await page.getByLabel('API key', { exact: true }).fill('sk-ant-mine');
      await page.getByRole('button', { name: 'Save' }).click();
      await send.waitFor();
      // Over the conversation no typed text is lost; without scripts it is a page of its own.
      if (scripts !== 'off') expect(await messageBox(page).inputValue()).toBe(TEXT);
      await say(visitor, TEXT);
      await awaitEnd(visitor);
      await visit(new URL(page.url()).pathname);
      await page.getByText('your key', { exact: true }).first().waitFor();
    },
  },
]);
