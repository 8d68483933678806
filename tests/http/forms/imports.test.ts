import { expect, it } from 'vitest';
import { chatgptConversation, chatgptNode, zipOf } from '#tests/fixtures/exports-of-others.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';
import { newPerson, wordsOf } from './person.ts';

useFileStore();
useEngine();
const web = useWeb();

it('an export is uploaded by a form, its report is shown, and its chat can be opened', async () => {
  const { browser } = await newPerson(web.origin());
  const empty = new File([], 'empty.json', { type: 'application/json' });
  const refused = await browser.press('/settings/import', 'Import', { file: empty });
  expect(refused.status).toBe(400);
  expect(wordsOf(refused)).toContain('Choose a ZIP or JSON file that is not empty.');
  const nodes = [
    chatgptNode('q', null, 'user', 'How high are waves?', 1_756_000_001),
    chatgptNode('a', 'q', 'assistant', 'Two meters.', 1_756_000_002),
  ];
  const zip = zipOf({ 'conversations-000.json': JSON.stringify([chatgptConversation('waves', nodes)]) });
  const file = new File([new Uint8Array(zip)], 'export.zip', { type: 'application/zip' });
  const sent = await browser.press('/settings/import', 'Import', { file });
  expect(sent.status).toBe(302);
  const report = async () => wordsOf(await browser.get(sent.location!));
  await expect.poll(report).toContain('Import finished');
  expect(await report()).toContain('From ChatGPT');
  expect(wordsOf(await browser.get('/settings/import'))).toContain('Chats imported: 1');
  const chats = await browser.get('/chat/new');
  const path = /href="(\/chat\/[0-9a-f-]{36})"/.exec(chats.body)![1]!;
  const chat = wordsOf(await browser.get(path));
  expect(chat).toContain('How high are waves?');
  expect(chat).toContain('Two meters.');
});
