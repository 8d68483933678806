import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { hydrated } from '../support/hydration.ts';
import { signedIn } from '../support/signed-in.ts';
import { test } from '../support/test.ts';
import { askFor, awaitEnd, sendByEnter } from './conversation-steps.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export chat' });

async function openExport(page: Page): Promise<void> {
  await page.locator('[data-conversation-menu] button[popovertarget]').click();
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  await dialog(page).waitFor();
}

async function download(page: Page) {
  const saved = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Export', exact: true }).click();
  const file = await saved;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test('export a chat from its menu: choices by type, a file, an image, and a chat that is gone', async ({
  open,
}) => {
  const page = await signedIn(open, { expected: [/404/] });
  await sendByEnter(page, askFor('Good morning'));
  await awaitEnd({ page, scripts: 'on' });
  await hydrated(page);
  await openExport(page);
  const form = dialog(page);
  const branches = form.getByRole('checkbox', { name: 'Export all message branches' });
  const options = form.getByRole('checkbox', { name: 'Include endpoint options' });
  expect([await branches.isDisabled(), await options.isDisabled()]).toEqual([true, false]);
  await form.getByText('CSV (.csv)').click();
  expect([await branches.isDisabled(), await options.isDisabled()]).toEqual([false, true]);
  await form.getByText('Image (.png)').click();
  expect([await branches.isDisabled(), await options.isDisabled()]).toEqual([true, true]);
  await form.getByText('JSON (.json)').click();
  await branches.check();
  await form.getByRole('textbox', { name: 'File name' }).fill('Morning / notes');
  const json = await download(page);
  expect(json.name).toBe('Morning _ notes.json');
  expect(JSON.parse(json.bytes.toString())).toMatchObject({
    format: 'parlance-conversation',
    branches: true,
    messages: [{ isCreatedByUser: true }, { text: 'Good morning' }],
  });
  await form.waitFor({ state: 'detached' });

  // The next opening begins with the default choices.
  await openExport(page);
  expect(await form.getByRole('radio', { name: 'Markdown (.md)' }).isChecked()).toBe(true);
  await form.getByText('Image (.png)').click();
  const image = await download(page);
  expect(image.name).toMatch(/\.png$/);
  expect(image.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(image.bytes.length).toBeGreaterThan(2000);

  await openExport(page);
  await page.evaluate(
    async (path) => {
      await fetch(path, { method: 'DELETE' });
    },
    page.url().replace('/chat/', '/api/convos/'),
  );
  await form.getByRole('button', { name: 'Export', exact: true }).click();
  await form.getByText('Error downloading file. The file may have been deleted.').waitFor();
});
