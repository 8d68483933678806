import { expect } from 'vitest';
import { expectAccessible } from '../support/expect-accessible.ts';
import { register, signUp } from '../support/register.ts';
import { messageBox } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';
import type { Visitor } from './visitor.ts';

const SMALL = '/chat/new?model=sandbox/small';
const field = ({ page }: Visitor, name: string) => page.locator(`[name="option.${name}"]`);
const rows = ({ page }: Visitor) => page.getByRole('list', { name: 'Presets' }).getByRole('listitem');

async function openOptions(visitor: Visitor): Promise<void> {
  await visitor.settle();
  await visitor.page.locator('button[name=opensOptions]').click();
  await field(visitor, 'temperature').waitFor();
}

/** Creates one on its page. */
async function make(visitor: Visitor, title: string, temperature: string): Promise<void> {
  const { page } = visitor;
  await visitor.visit('/presets/new');
  await visitor.type([
    [page.getByLabel('Name', { exact: true }), title],
    [field(visitor, 'temperature'), temperature],
  ]);
  await page.getByRole('button', { name: 'Save preset' }).click();
  await rows(visitor).filter({ hasText: title }).waitFor();
}

const bring = async ({ page }: Visitor, content: string) => {
  const file = { name: 'presets.json', mimeType: 'application/json', buffer: Buffer.from(content) };
  await page.getByLabel('Preset file').setInputFiles(file);
  await page.getByRole('button', { name: 'Import presets' }).click();
};

runThreeWays('presets', [
  {
    name: 'are saved from the options, used, edited, made the default and deleted',
    async act(visitor) {
      const { page, visit, scripts } = visitor;
      await signUp(page);
      await visit(SMALL);
      await visitor.type([[messageBox(page), 'Half a thought']]);
      await openOptions(visitor);
      await field(visitor, 'temperature').fill('0.5');
      await page.getByLabel('Preset name').fill('Calm');
      await page.getByRole('button', { name: 'Save as preset' }).click();
      await page.getByRole('option', { name: 'Calm' }).waitFor({ state: 'attached' });
      await expect.poll(() => messageBox(page).inputValue()).toBe('Half a thought');
      if (scripts !== 'off') await expectAccessible(page);

      await field(visitor, 'temperature').fill('0.9');
      await page.getByLabel('Preset', { exact: true }).selectOption({ label: 'Calm' });
      await page.getByRole('button', { name: 'Use', exact: true }).click();
      await expect.poll(() => field(visitor, 'temperature').inputValue()).toBe('0.5');
      await expect.poll(() => messageBox(page).inputValue()).toBe('Half a thought');

      await visit('/presets');
      await rows(visitor).getByRole('link', { name: 'Edit Calm' }).click();
      await visitor.settle();
      await page.getByLabel('Name', { exact: true }).fill('Calmer');
      await field(visitor, 'temperature').fill('0.25');
      await page.getByRole('button', { name: 'Save preset' }).click();
      await page.getByRole('button', { name: 'Start new chats with Calmer' }).click();
      await rows(visitor).getByText('Default', { exact: true }).waitFor();
      await visit('/chat/new');
      await openOptions(visitor);
      await expect.poll(() => field(visitor, 'temperature').inputValue()).toBe('0.25');

      await visit('/presets');
      await visitor.settle();
      await rows(visitor).getByText('Delete', { exact: true }).click();
      await page.getByRole('button', { name: 'Delete Calmer?' }).click();
      await page.getByText('No presets yet').waitFor();
    },
  },
  {
    name: 'are made on their page, whose options are those of the model, and used from there',
    ways: [],
    async act(visitor) {
      const { page, scripts } = visitor;
      await register(page);
      await make(visitor, 'Warm', '1.5');
      await page.getByRole('link', { name: 'Edit Warm' }).click();
      await visitor.settle();
      await page.getByLabel('Model', { exact: true }).selectOption('sandbox/small');
      if (scripts === 'off') await page.getByRole('button', { name: 'Show options' }).click();
      // Only some endpoints have this option.
      await field(visitor, 'topK').waitFor({ state: 'detached' });
      expect(await field(visitor, 'temperature').inputValue()).toBe('1.5');
      await page.getByRole('button', { name: 'Save preset' }).click();
      await page.getByRole('button', { name: 'Start a chat with Warm' }).click();
      await page.waitForURL(/\/chat\/new\?model=openAI%3Asandbox/);
      await openOptions(visitor);
      await expect.poll(() => field(visitor, 'temperature').inputValue()).toBe('1.5');
    },
  },
  {
    name: 'come from a file and go into one; a file that is none is refused and said',
    ways: [],
    expected: [/400/],
    async act(visitor) {
      const { page, visit } = visitor;
      await register(page);
      await make(visitor, 'Mine', '1');
      await visit('/presets');
      await bring(visitor, 'no presets');
      await page.getByText('This isn’t a preset file').waitFor();
      await bring(
        visitor,
        JSON.stringify({ title: 'Theirs', endpoint: 'agents', temperature: 0.4, _id: '1' }),
      );
      await page.getByText('Imported 1 preset.').waitFor();
      await page.getByText('endpoint', { exact: true }).waitFor();
      await expect.poll(() => rows(visitor).count()).toBe(2);
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Export Theirs' }).click();
      expect((await download).suggestedFilename()).toBe('preset.json');
    },
  },
]);
