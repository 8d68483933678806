import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compareRows, readManifest, writeManifest } from './manifest.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'manifest-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MANIFEST = {
  createdAt: '2026-11-28T00:00:00.000Z',
  versions: { parlance: '0.1.0', node: 'v24.0.0', database: '10.11', dump: '10.19', migration: '0048-x' },
  rows: { users: 2 },
  sums: {},
  secrets: {},
  files: null,
};

const write = (text: string) => writeFileSync(path.join(folder, 'manifest.json'), text);

describe('a manifest', () => {
  it('is read back as it was written', () => {
    write(writeManifest(MANIFEST));
    expect(readManifest(folder)).toEqual({ format: 1, ...MANIFEST });
  });

  it.each([
    ['{', /holds no backup/],
    ['null', /has the form undefined/],
    ['{"format":2}', /has the form 2, and this version reads 1/],
    ['{"format":1,"versions":{},"rows":null,"sums":{}}', /lacks rows, secrets/],
  ])('is refused as %s', (text, message) => {
    write(text);
    expect(() => readManifest(folder)).toThrow(message);
  });

  it('is refused if the folder has none', () => {
    expect(() => readManifest(path.join(folder, 'gone'))).toThrow(/holds no backup/);
  });
});

it('compareRows names the tables that differ', () => {
  expect(compareRows({ users: 2, keys: 1 }, { users: 2, keys: 1, empty: 0 })).toEqual([]);
  expect(compareRows({ users: 2, keys: 1 }, { users: 3, more: 1 })).toEqual([
    'keys: 1 rows in the backup, 0 here',
    'more: 0 rows in the backup, 1 here',
    'users: 2 rows in the backup, 3 here',
  ]);
});
