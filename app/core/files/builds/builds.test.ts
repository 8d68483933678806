import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskStore } from '../disk-store.ts';
import type { FileStore } from '../file-store.ts';
import { pruneBuilds } from './prune-builds.ts';
import { shareAssets, SharedAssets } from './shared-assets.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let root: string;
let store: FileStore;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'builds-'));
  store = createDiskStore(path.join(root, 'files'));
});
afterEach(() => rm(root, { recursive: true }));

/** Builds assets with these names, and shares them. */
async function share(version: string, names: readonly string[]): Promise<number> {
  const folder = path.join(root, version);
  await mkdir(folder, { recursive: true });
  for (const name of names) await writeFile(path.join(folder, name), `${name} of ${version}`);
  return shareAssets(store, folder, version);
}

async function age(folder: string, name: string, days: number): Promise<void> {
  const at = new Date(Date.now() - days * DAY_MS);
  await utimes(path.join(root, 'files', folder, name), at, at);
}

const sharedNames = async () => (await readdir(path.join(root, 'files/assets'))).sort();
const textOf = async (assets: SharedAssets, name: string) => (await assets.read(name))?.toString() ?? null;

describe('assets of builds', () => {
  it('are shared once, and found by other builds', async () => {
    expect(await share('old', ['a-1.js', 'b-1.js'])).toBe(2);
    expect(await share('new', ['a-1.js', 'b-2.js'])).toBe(1);
    const assets = new SharedAssets(store);
    expect(await textOf(assets, 'a-1.js')).toBe('a-1.js of old');
    expect(await textOf(assets, 'b-2.js')).toBe('b-2.js of new');
  });

  it('are not there where no build has shared them, whatever the name is', async () => {
    await share('old', ['a-1.js']);
    await writeFile(path.join(root, 'files/secret'), 'x');
    const assets = new SharedAssets(store);
    for (const name of ['b-9.js', '../secret', '', '..', 'builds/old.json', '%2e%2e/secret'])
      expect(await assets.read(name)).toBeNull();
  });

  it('are looked for once however many names are asked for', async () => {
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

  it('go with the last build that names them', async () => {
    await share('old', ['a-1.js', 'b-1.js']);
    await share('new', ['a-1.js', 'b-2.js']);
    for (const name of ['a-1.js', 'b-1.js', 'b-2.js']) await age('assets', name, 20);
    await age('builds', 'old.json', 20);
    expect(await pruneBuilds(store, 14)).toBe(1);
    expect(await sharedNames()).toEqual(['a-1.js', 'b-2.js']);
  });

  it('stay while they may be those of a build that is just being shared', async () => {
    await share('new', ['a-1.js']);
    await store.put('assets/b-2.js', Buffer.from('x'));
    expect(await pruneBuilds(store, 14)).toBe(0);
  });

  it('of the newest build stay, whatever its age', async () => {
    await share('only', ['a-1.js']);
    await age('assets', 'a-1.js', 400);
    await age('builds', 'only.json', 400);
    expect(await pruneBuilds(store, 14)).toBe(0);
  });
});
