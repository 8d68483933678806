import { expect, it } from 'vitest';
import { findArchive } from '#app/core/exports/archive/archive.ts';
import { writeArchive } from '#app/core/exports/archive/write-archive.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { makeConversation, messageMaker } from '#tests/fixtures/conversation.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';
import { useWeb } from '#tests/setup/web.ts';
import { linkOf, newPerson, valuesOf, wordsOf } from './person.ts';

useFileStore();
useUnservedModel();
const web = useWeb();

it('a chat is exported by its page, and everything is requested, downloaded and deleted', async () => {
  const { userId, browser } = await newPerson(web.origin());
  const chat = await makeConversation(userId, { title: 'Waves' });
  await messageMaker(chat)({ text: 'Hello' });
  const path = `/chat/${chat.id}/export`;
  const page = await browser.get(path);
  expect(wordsOf(page)).not.toContain('Image (.png)');
  expect(linkOf(page, 'Print or save as PDF')).toBe(`/chat/${chat.id}/print`);
  expect(valuesOf(page, 'Export')).toMatchObject({ name: 'Waves', options: '1' });
  const file = await browser.press(path, 'Export', { type: 'csv', name: 'Mine' });
  expect([file.status, file.body]).toEqual([200, expect.stringContaining('User,Hello,true,false')]);
  const refused = await browser.get(`${path}?type=json&name=Mine&order=recursive&problem=order`);
  expect(wordsOf(refused)).toContain('This chat is more than 2000 messages deep. Choose Sequential.');
  expect(valuesOf(refused, 'Export')).toMatchObject({ name: 'Mine' });

  const waiting = await browser.follow(await browser.press('/settings/data', 'Prepare archive'));
  expect(wordsOf(waiting)).toContain('Preparing your archive…');
  const archive = (await findArchive(AUTOCOMMIT, userId))!;
  await writeArchive({ archiveId: archive.id });
  const ready = await browser.get('/settings/data');
  expect(linkOf(ready, 'Download archive')).toBe('/settings/data/archive');
  const deleted = await browser.follow(await browser.press('/settings/data', 'Delete archive'));
  expect(wordsOf(deleted)).toContain('Archive deleted');
  expect(await findArchive(AUTOCOMMIT, userId)).toBeNull();
});
