import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { awaitAnswer, probeHttp } from './await-answer.mjs';
import { findFreePort } from './free-port.mjs';
import { ManagedProcess } from './managed-process.mjs';
import { identityOf } from './process-identity.mjs';

let folder: string;
let port: number;
const started: ManagedProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'parlance-process-'));
  port = await findFreePort();
});

afterEach(async () => {
  for (const child of started.splice(0)) await child.stop();
  rmSync(folder, { recursive: true, force: true });
});

function create(code: string, more: { supervise?: boolean; readyMs?: number } = {}): ManagedProcess {
  const child = new ManagedProcess({
    name: 'child',
    command: process.execPath,
    args: ['-e', code],
    runFolder: folder,
    logFile: path.join(folder, 'child.log'),
    ready: (signal) => awaitAnswer(() => probeHttp(`http://127.0.0.1:${port}/`), signal),
    ...more,
  });
  started.push(child);
  return child;
}

const server = () => `require('http').createServer((q, a) => a.end('ok')).listen(${port}, '127.0.0.1');`;
const answers = () => probeHttp(`http://127.0.0.1:${port}/`).catch(() => false);

describe('ManagedProcess', () => {
  it('is ready when it answers, and leaves nothing behind when stopped', async () => {
    const child = create(server());
    await child.start();
    expect(await answers()).toBe(true);
    expect(readFileSync(path.join(folder, 'child.pid'), 'utf8').trim()).toBe(String(child.pid));
    const pid = child.pid!;
    await child.stop();
    expect(identityOf(pid)).toBeNull();
    expect(child.pid).toBeNull();
    expect(existsSync(path.join(folder, 'child.pid'))).toBe(false);
  });

  it('restarts after kill -9 if it is supervised, and otherwise does not', async () => {
    const child = create(server(), { supervise: true });
    await child.start();
    const first = child.pid!;
    const crash = once(child, 'crash');
    const back = once(child, 'back');
    await child.kill();
    expect(await crash).toMatchObject([{ signal: 'SIGKILL' }]);
    await back;
    expect(child.pid).not.toBe(first);
    expect(await answers()).toBe(true);
    await child.stop();

    const alone = create(server());
    await alone.start();
    await alone.kill();
    expect(alone.pid).toBeNull();
    expect(await answers()).toBe(false);
    await alone.start();
    expect(await answers()).toBe(true);
  });

  it('waits longer after each crash', async () => {
    const marker = path.join(folder, 'crash');
    // Crashes soon after it answered, as long as the marker exists.
    const child = create(
      `${server()} if (require('fs').existsSync(${JSON.stringify(marker)})) process.exit(3);`,
      {
        supervise: true,
      },
    );
    await child.start();
    const waits: number[] = [];
    child.on('crash', ({ retryMs }: { retryMs: number }) => waits.push(retryMs));
    const { writeFileSync } = await import('node:fs');
    writeFileSync(marker, '');
    const back = once(child, 'back');
    await child.kill();
    while (waits.length < 3) await once(child, 'crash');
    rmSync(marker);
    await back;
    expect(waits.slice(0, 3)).toEqual([0, 500, 1000]);
    expect(await answers()).toBe(true);
  });

  it('reports why a start failed, with the output of the process', async () => {
    const child = create("console.error('no such table'); process.exit(7)");
    await expect(child.start()).rejects.toMatchObject({
      name: 'LaunchError',
      message: expect.stringContaining('code 7'),
      detail: expect.stringContaining('no such table'),
    });
    expect(child.pid).toBeNull();
  });

  it('ends a process that never becomes ready', async () => {
    const child = create('setInterval(() => undefined, 1000)', { readyMs: 300 });
    await expect(child.start()).rejects.toThrow(/no answer within 0.3 s/);
    expect(existsSync(path.join(folder, 'child.pid'))).toBe(false);
  });

  it('names a program that does not exist', async () => {
    const child = new ManagedProcess({
      name: 'child',
      command: path.join(folder, 'no-such-program'),
      args: [],
      runFolder: folder,
      logFile: path.join(folder, 'child.log'),
      ready: (signal) => awaitAnswer(() => Promise.resolve(false), signal),
    });
    await expect(child.start()).rejects.toThrow(/ENOENT/);
  });
});
