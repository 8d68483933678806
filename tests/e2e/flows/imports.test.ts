import { expect } from 'vitest';
import { chatgptConversation, chatgptNode, zipOf } from '#tests/fixtures/exports-of-others.ts';
import { hydrated } from '../support/hydration.ts';
import { signedIn } from '../support/signed-in.ts';
import { test } from '../support/test.ts';

const WAIT_MS = 60_000;

const NODES = [
  chatgptNode('q', null, 'user', 'How high are waves?', 1_756_000_001),
  chatgptNode('a', 'q', 'assistant', 'Two meters.', 1_756_000_002),
];

test('an export is uploaded, its report appears by itself, and its chat is in the list', async ({ open }) => {
  const page = await signedIn(open);
  await page.goto('/settings/import');
  await hydrated(page);
  const chats = JSON.stringify([chatgptConversation('waves', NODES), { title: 'Corrupt' }]);
  const buffer = zipOf({ 'conversations-000.json': chats });
  await page
    .getByLabel('Export file')
    .setInputFiles({ name: 'export.zip', mimeType: 'application/zip', buffer });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('Import finished').waitFor({ timeout: WAIT_MS });
  await expect.poll(() => page.locator('main').innerText()).toContain('Entries that are not chats');
  await page.goto('/chat/new');
  await page.locator('a', { hasText: 'Chat waves' }).first().click();
  await page.getByText('Two meters.').waitFor({ timeout: WAIT_MS });
});
