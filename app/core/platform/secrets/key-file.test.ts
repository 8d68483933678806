import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { keyFile } from './key-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'key-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const KEY = 'p'.repeat(700);
const FILE = JSON.stringify({ client_email: 'a@b.example', project_id: 'abc', private_key: KEY });

it('reads a service account, itself or out of a file', () => {
  const place = path.join(folder, 'account.json');
  writeFileSync(place, FILE);
  for (const value of [FILE, ` ${FILE}\n`, place])
    expect(keyFile.parse(value)).toEqual({
      client_email: 'a@b.example',
      project_id: 'abc',
      private_key: KEY,
    });
});

it.each([
  ['that is not there', path.join(folder, 'none.json')],
  ['that is a folder', folder],
  ['without what is needed', FILE.replace('private_key', 'key')],
])('refuses a file %s, and repeats nothing of it', (_what, value) => {
  const { error } = keyFile.safeParse(value);
  expect(error?.issues).toMatchObject([{ message: expect.stringContaining('client_email') as string }]);
  expect(JSON.stringify(error)).not.toContain(KEY);
});
