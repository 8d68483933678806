import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import { pruneBuilds, shareAssets, SharedAssets } from './shared-assets.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let root: string;
let store: FileStore;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'builds-'));
  store = createDiskStore(path.join(root, 'files'));
});
afterEach(() => rm(root, { recursive: true }));

/** Creates assets with these names, and shares them as a build. */
async function share(version: string, names: readonly string[]): Promise<boolean> {
  const folder = path.join(root, version);
  await mkdir(folder, { recursive: true });
  for (const name of names) await writeFile(path.join(folder, name), `${name} of ${version}`);
  return shareAssets(store, folder, version);
}

async function age(version: string, days: number): Promise<void> {
  const at = new Date(Date.now() - days * DAY_MS);
  for (const kind of ['json', 'bin'])
    await utimes(path.join(root, `files/builds/${version}.${kind}`), at, at);
}

const stored = async () => (await readdir(path.join(root, 'files/builds'))).sort();
const textOf = async (assets: SharedAssets, name: string) => (await assets.read(name))?.toString() ?? null;

describe('assets of builds', () => {
  it('are found by processes of other builds', async () => {
    expect(await share('old', ['a-1.js', 'b-1.js'])).toBe(true);
    expect(await share('new', ['a-1.js', 'b-2.js'])).toBe(true);
    const assets = new SharedAssets(store);
    expect(await textOf(assets, 'b-1.js')).toBe('b-1.js of old');
    expect(await textOf(assets, 'b-2.js')).toBe('b-2.js of new');
    expect(await textOf(assets, 'a-1.js')).toMatch(/^a-1\.js of (old|new)$/);
  });

  it('are found when shared later, and not found once deleted', async () => {
    await share('old', ['a-1.js']);
    expect(await textOf(new SharedAssets(store), 'b-2.js')).toBeNull();
    await share('new', ['b-2.js']);
    const assets = new SharedAssets(store);
    expect(await assets.has('b-2.js')).toBe(true);
    await rm(path.join(root, 'files/builds/new.bin'));
    expect(await textOf(assets, 'b-2.js')).toBeNull();
  });

  it('count as new when they are shared again', async () => {
    await share('old', ['a-1.js']);
    await share('new', ['a-2.js']);
    await age('old', 20);
    expect(await share('old', ['a-1.js'])).toBe(false);
    expect(await pruneBuilds(store, 14)).toBe(0);
  });

  it('are not found if no build has shared them, whatever the name is', async () => {
    await share('old', ['a-1.js']);
    await writeFile(path.join(root, 'files/secret'), 'x');
    const assets = new SharedAssets(store);
    for (const name of [
      'b-9.js',
      '../secret',
      '',
      '..',
      'builds/old.json',
      '%2e%2e/secret',
      '__proto__',
      'constructor',
    ])
      expect(await assets.read(name)).toBeNull();
  });

  it('are searched once for many concurrent requests', async () => {
    await share('old', ['a-1.js']);
    let looks = 0;
    const counting: FileStore = {
      ...store,
      list(folder) {
        looks += 1;
        return store.list(folder);
      },
    };
    const assets = new SharedAssets(counting);
    await Promise.all(Array.from({ length: 500 }, (_, number) => assets.read(`guess-${number}.js`)));
    expect(looks).toBe(1);
  });

  it('are deleted when no process has shared them for long', async () => {
    await share('old', ['a-1.js']);
    await share('new', ['a-2.js']);
    await age('old', 20);
    expect(await pruneBuilds(store, 14)).toBe(1);
    expect(await stored()).toEqual(['new.bin', 'new.json']);
  });

  it('stay while they may belong to a build that is being shared', async () => {
    await share('new', ['a-1.js']);
    await store.put('builds/next.bin', Buffer.from('x'));
    await pruneBuilds(store, 14);
    expect(await stored()).toEqual(['new.bin', 'new.json', 'next.bin']);
  });

  it('of the newest build stay, whatever their age', async () => {
    await share('only', ['a-1.js']);
    await age('only', 400);
    expect(await pruneBuilds(store, 14)).toBe(0);
    expect(await stored()).toEqual(['only.bin', 'only.json']);
  });
});
