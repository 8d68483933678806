import { beforeEach, expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { noisyAvif, smallPng } from '#tests/fixtures/media/hostile-images.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { keep, objects, upload } from './stage.ts';

useFileStore();
beforeEach(emptyTables);

const DEAR = 6;

it('a small image of one account does not wait for the expensive ones of another', async () => {
  const [many, one] = [await createAccount(), await createAccount()];
  const [dear, small] = [await noisyAvif(200), await smallPng()];
  const ended: string[] = [];
  const note = (name: string) => () => void ended.push(name);
  const dears = Array.from({ length: DEAR }, () => keep(upload(many.userId), dear).then(note('dear')));
  await Promise.all([...dears, keep(upload(one.userId), small).then(note('small'))]);
  expect(ended).toHaveLength(DEAR + 1);
  expect(ended.indexOf('small')).toBeLessThan(DEAR / 2);
});

it('a file whose sender disconnects while it waits is dropped, and nothing of it is stored', async () => {
  const { userId } = await createAccount();
  const leaving = new AbortController();
  const left = new Error('left');
  const dear = await noisyAvif(300);
  const first = keep(upload(userId), dear);
  const waiting = keep(upload(userId, { signal: leaving.signal }), dear);
  leaving.abort(left);
  await expect(waiting).rejects.toBe(left);
  await first;
  expect(await objects()).toHaveLength(2);
});
