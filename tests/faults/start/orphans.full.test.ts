import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { identityOf } from '#scripts/launch/process-identity.mjs';
import { NAMES, useStarts } from './launcher.ts';

const { base, pids, startReady } = useStarts();

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'npm start leaves nothing behind after %s to npm',
  async (signal) => {
    const { child } = await startReady('npm');
    const lock = path.join(base(), 'run/start.lock');
    const launcher: number = JSON.parse(readFileSync(lock, 'utf8')).pid;
    expect(launcher).not.toBe(child.pid);
    const processes = [launcher, ...pids().map((pid) => pid!)];
    expect(processes.filter((pid) => identityOf(pid) === null)).toEqual([]);
    child.kill(signal);
    const areGone = () => processes.every((pid) => identityOf(pid) === null);
    await vi.waitUntil(areGone, { timeout: 60_000, interval: 100 });
    expect(pids()).toEqual(NAMES.map(() => null));
    expect(existsSync(lock)).toBe(false);
  },
);
