import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

/** Packages of a test registry: `app` needs the first two, and the last one for tests. */
const NAMES = ['one', 'two', 'tool'];
const MODULE = new URL('install-packages.mjs', import.meta.url).href;

let folder: string;
let root: string;
const archives = new Map<string, Buffer>();
/** Requested paths. */
const requests: string[] = [];
let hasOtherAddresses = false;
let isHeldBack = (_address: string) => false;
const registry = createServer((request, response) => {
  const address = request.url ?? '';
  requests.push(address);
  if (isHeldBack(address)) return;
  const { port } = registry.address() as AddressInfo;
  const place = hasOtherAddresses ? /^\/files\/(\w+)\.tgz$/ : /^\/(\w+)\/-\/\w+-1\.0\.0\.tgz$/;
  const archive = archives.get(place.exec(address)?.[1] ?? '');
  if (archive) return response.end(archive);
  const name = address.slice(1);
  if (!archives.has(name)) return response.writeHead(404).end('{}');
  const tarball = `http://127.0.0.1:${port}${hasOtherAddresses ? `/files/${name}.tgz` : `/${name}/-/${name}-1.0.0.tgz`}`;
  const version = { name, version: '1.0.0', dist: { tarball, integrity: integrityOf(name) } };
  response.setHeader('content-type', 'application/json');
  return response.end(
    JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }),
  );
});

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'parlance-packages-'));
  for (const name of NAMES) {
    const source = path.join(folder, name, 'package');
    mkdirSync(source, { recursive: true });
    const manifest = { name, version: '1.0.0', bin: { [`run-${name}`]: 'run.js' } };
    writeFileSync(path.join(source, 'package.json'), JSON.stringify(manifest));
    writeFileSync(path.join(source, 'run.js'), `#!/usr/bin/env node\nconsole.log('${name} runs');\n`);
    archives.set(name, execFileSync('tar', ['-czf', '-', '-C', path.dirname(source), 'package']));
  }
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
});

afterAll(() => {
  registry.closeAllConnections();
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  root = mkdtempSync(path.join(folder, 'app-'));
  const needs = {
    dependencies: { one: '1.0.0', two: '1.0.0' },
    devDependencies: { tool: '1.0.0' },
  };
  const entries = NAMES.map((name) => [
    `node_modules/${name}`,
    {
      version: '1.0.0',
      integrity: integrityOf(name),
      bin: { [`run-${name}`]: 'run.js' },
      ...(name === 'tool' && { dev: true }),
    },
  ]);
  const lock = {
    name: 'app',
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'app', ...needs }, ...Object.fromEntries(entries) },
  };
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name: 'app', ...needs }));
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify(lock));
  const { port } = registry.address() as AddressInfo;
  writeFileSync(
    path.join(root, '.npmrc'),
    `registry=http://127.0.0.1:${port}/\ncache=${path.join(root, 'cache')}\nfetch-retries=0\n`,
  );
  requests.length = 0;
  hasOtherAddresses = false;
  isHeldBack = () => false;
});

function integrityOf(name: string): string {
  return `sha512-${createHash('sha512').update(archives.get(name)!).digest('base64')}`;
}

/** Starts one installation in its own process. */
function begin(development: boolean): { child: ChildProcess; output: () => string } {
  const code = `
    import { installPackages } from ${JSON.stringify(MODULE)};
    const stopping = new AbortController();
    process.once('SIGINT', () => stopping.abort());
    await installPackages({
      development: ${development},
      root: ${JSON.stringify(root)},
      say: (detail) => console.log(detail),
      signal: stopping.signal,
    });`;
  const env = { PATH: process.env['PATH'], HOME: root, NODE_ENV: 'production' as const };
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  return { child, output: () => output };
}

/** Installs to the end. @returns the last output */
async function install(development: boolean): Promise<string | undefined> {
  const { child, output } = begin(development);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(output());
  return output().trim().split('\n').at(-1);
}

/** Names in node_modules, including those that begin with a dot. */
function names(): string[] {
  return readdirSync(path.join(root, 'node_modules')).sort();
}

/** Starts an installation that never ends by itself: the registry does not answer for one archive. */
async function beginForEver() {
  isHeldBack = (address) => address.endsWith('two-1.0.0.tgz');
  const installation = begin(false);
  await vi.waitUntil(() => requests.some(isHeldBack), { timeout: 30_000, interval: 20 });
  return installation;
}

it('installs without tools, adds them later, and leaves installed packages untouched', async () => {
  expect(await install(false)).toBe('2 packages');
  expect(names()).toEqual(['.bin', '.package-lock.json', 'one', 'two']);
  expect(requests.filter((address) => !address.endsWith('.tgz'))).toEqual([]);
  const mark = path.join(root, 'node_modules/one/mark');
  writeFileSync(mark, '');
  requests.length = 0;
  expect(await install(true)).toBe('1 package: added to those that are there');
  expect(names()).toEqual(['.bin', '.package-lock.json', 'one', 'tool', 'two']);
  expect(requests).toEqual(['/tool/-/tool-1.0.0.tgz']);
  expect(existsSync(mark)).toBe(true);
  expect(await install(false)).toBe('already there');
  for (const name of NAMES) {
    const program = path.join(root, `node_modules/.bin/run-${name}`);
    expect(execFileSync(program, { encoding: 'utf8' })).toBe(`${name} runs\n`);
  }
});

it('fetches a package with missing files again, and removes packages that left the lock file', async () => {
  await install(true);
  rmSync(path.join(root, 'node_modules/one'), { recursive: true });
  expect(await install(false)).toBe('1 package: the files of 1 were gone or of another version');
  writeFileSync(path.join(root, 'node_modules/two/package.json'), '{"name":"two","version":"0.9.0"}');
  expect(await install(false)).toBe('1 package: the files of 1 were gone or of another version');
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  delete lock.packages['node_modules/tool'];
  delete lock.packages[''].devDependencies;
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify(lock));
  const { devDependencies: _tools, ...manifest } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  writeFileSync(path.join(root, 'package.json'), JSON.stringify(manifest));
  expect(await install(false)).toBe('what package-lock.json no longer names is gone');
  expect(existsSync(path.join(root, 'node_modules/tool'))).toBe(false);
  expect(existsSync(path.join(root, 'node_modules/one/run.js'))).toBe(true);
});

it.each(['SIGINT', 'SIGKILL'] as const)('completes an installation that %s interrupted', async (signal) => {
  const { child } = await beginForEver();
  child.kill(signal);
  await once(child, 'close');
  expect(names().filter((name) => !name.startsWith('.'))).toEqual([]);
  isHeldBack = () => false;
  const isLeft = signal === 'SIGKILL';
  expect(await install(false)).toBe(
    isLeft ? '2 packages: an interrupted installation is completed' : '2 packages',
  );
  expect(names()).toEqual(['.bin', '.package-lock.json', 'one', 'two']);
});

it('waits for another command that installs', async () => {
  const first = await beginForEver();
  const second = begin(false);
  await vi.waitUntil(() => second.output().includes(`waits for process ${first.child.pid}`), {
    timeout: 30_000,
  });
  first.child.kill('SIGKILL');
  isHeldBack = () => false;
  await once(second.child, 'close');
  expect(second.output()).toMatch(/2 packages: an interrupted installation is completed\n$/);
});

it('asks the registry for addresses if its addresses differ', async () => {
  hasOtherAddresses = true;
  expect(await install(false)).toBe('2 packages');
  expect(requests).toContain('/files/two.tgz');
});

it('refuses a lock file of another package.json', async () => {
  writeFileSync(path.join(root, 'package.json'), '{"dependencies":{"one":"1.0.0"}}');
  await expect(install(false)).rejects.toThrow('package-lock.json does not fit package.json');
  expect(requests).toEqual([]);
});
