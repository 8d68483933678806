import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ROOT } from '#scripts/launch/paths.mjs';

const BUILD = path.join(ROOT, inject('buildFolder'));

/** The same content as the container image: the build, and its external packages. */
let folder: string;

/** Packages that the Dockerfile adds. */
const NAMED = /external-packages\.mjs \/external (.+)$/m
  .exec(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'))![1]!
  .split(' ');

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parlance-image-'));
  const env = { ...process.env, BUILD_DIRECTORY: inject('buildFolder') };
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/external-packages.mjs'), folder, ...NAMED], {
    env,
  });
  cpSync(path.join(BUILD, 'processes'), path.join(folder, 'processes'), { recursive: true });
  cpSync(path.join(ROOT, 'scripts'), path.join(folder, 'scripts'), { recursive: true });
  cpSync(path.join(ROOT, 'package.json'), path.join(folder, 'package.json'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the external packages of the build work without any others', () => {
  const names: string[] = JSON.parse(readFileSync(path.join(BUILD, 'external-packages.json'), 'utf8'));
  expect(names).toEqual(['@node-rs/argon2', 'piscina', 'sharp']);
  writeFileSync(path.join(folder, 'thread.mjs'), 'export default () => 7;');
  const code = `
    import { hash } from '@node-rs/argon2';
    import { Piscina } from 'piscina';
    import sharp from 'sharp';
    const image = await sharp({ create: { width: 2, height: 3, channels: 3, background: 'red' } }).png().toBuffer();
    const pool = new Piscina({ filename: ${JSON.stringify(path.join(folder, 'thread.mjs'))} });
    console.log((await hash('x')).slice(0, 9), await pool.run(), (await sharp(image).metadata()).height);
    await pool.destroy();`;
  const args = ['--input-type=module', '-e', code];
  const options = {
    cwd: path.join(folder, 'processes'),
    encoding: 'utf8',
    env: { PATH: '', NODE_ENV: 'production' },
  } as const;
  expect(execFileSync(process.execPath, args, options)).toBe('$argon2id 7 3\n');
});

it.each([
  ['backup', [], 'No database is known.'],
  ['restore', ['somewhere'], 'No database is known.'],
  ['migrate', [], 'No database is known.'],
  ['database', [], 'No database is known.'],
  ['admin', ['help'], 'No database is known.'],
] as const)('the command %s of the image finds its packages', (name, args, words) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(folder, 'scripts', `${name}.mjs`), ...args],
    { encoding: 'utf8', env: { PATH: '', NODE_ENV: 'production', DATA_DIR: path.join(folder, 'data') } },
  );
  expect([status, stdout + stderr]).toEqual([1, expect.stringContaining(words)]);
});
