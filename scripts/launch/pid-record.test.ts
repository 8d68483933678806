import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endLeftover, recordPid, recordedPid } from './pid-record.mjs';
import { identityOf } from './process-identity.mjs';

const SLEEP = 'setInterval(() => undefined, 1000)';
const STUBBORN =
  "process.on('SIGTERM', () => undefined); console.log('up'); setInterval(() => undefined, 1000)";

let folder: string;
const children: ChildProcess[] = [];

function run(code: string): number {
  const child = spawn(process.execPath, ['-e', code], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child.pid!;
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parlance-pids-'));
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('the record of a process', () => {
  it('contains only the number and finds the process while it runs', async () => {
    const pid = run(SLEEP);
    recordPid(folder, 'web', pid);
    expect(readFileSync(path.join(folder, 'web.pid'), 'utf8')).toBe(`${pid}\n`);
    expect(recordedPid(folder, 'web')).toBe(pid);
    children[0]!.kill('SIGKILL');
    await once(children[0]!, 'exit');
    expect(recordedPid(folder, 'web')).toBeNull();
  });

  it('does not match a later process with the same number', async () => {
    const stranger = run(SLEEP);
    recordPid(folder, 'web', stranger);
    writeFileSync(path.join(folder, '.web.identity'), 'another-boot 12345');
    expect(recordedPid(folder, 'web')).toBeNull();
    await endLeftover(folder, 'web');
    expect(identityOf(stranger)).not.toBeNull();
    expect(existsSync(path.join(folder, 'web.pid'))).toBe(false);
  });

  it('ends a leftover and forgets it', async () => {
    const pid = run(SLEEP);
    recordPid(folder, 'web', pid);
    await endLeftover(folder, 'web');
    expect(identityOf(pid)).toBeNull();
    expect(existsSync(path.join(folder, 'web.pid'))).toBe(false);
  });

  it('ends an unrecorded server by its own pid file, but only with a matching command line', async () => {
    const ownPidFile = path.join(folder, 'own.pid');
    const pid = run(`${SLEEP} // mark-of-this-server`);
    writeFileSync(ownPidFile, String(pid));
    await endLeftover(folder, 'db', { ownPidFile, marker: 'mark-of-another' });
    expect(identityOf(pid)).not.toBeNull();
    await endLeftover(folder, 'db', { ownPidFile, marker: 'mark-of-this-server' });
    expect(identityOf(pid)).toBeNull();
  });

  it('kills a process that ignores SIGTERM', async () => {
    const pid = run(STUBBORN);
    await once(children[0]!.stdout!, 'data');
    const { endProcess } = await import('./pid-record.mjs');
    await endProcess(pid, 200);
    expect(identityOf(pid)).toBeNull();
  });

  it('tolerates invalid files', async () => {
    writeFileSync(path.join(folder, 'web.pid'), 'nonsense');
    writeFileSync(path.join(folder, '.web.identity'), '');
    expect(recordedPid(folder, 'web')).toBeNull();
    await endLeftover(folder, 'web');
    expect(existsSync(path.join(folder, 'web.pid'))).toBe(false);
  });
});
