import { once } from 'node:events';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { recordedPid } from '#scripts/launch/pid-record.mjs';
import { identityOf } from '#scripts/launch/process-identity.mjs';
import { NAMES, untilPrinted, useStarts, type Launcher } from './launcher.ts';

const starts = useStarts();
const { base, pids } = starts;
let launcher: Launcher;

describe('npm start', () => {
  beforeAll(async () => {
    launcher = await starts.startReady();
  });

  it.each(NAMES)('restarts %s when it is killed', async (name) => {
    const record = () => recordedPid(path.join(base(), 'run'), name);
    const before = record()!;
    process.kill(before, 'SIGKILL');
    await untilPrinted(launcher, new RegExp(`^${name} is back`, 'm'));
    expect(record()).not.toBe(before);
    expect(pids()).not.toContain(null);
  });

  it('restarts after its own kill -9, and ends the processes that it left behind', async () => {
    const children = pids();
    launcher.child.kill('SIGKILL');
    await once(launcher.child, 'exit');
    expect(pids()).toEqual(children);
    launcher = await starts.startReady();
    expect(await starts.readiness()).toMatchObject({ status: 'ready' });
    expect(children.map((pid) => identityOf(pid!))).toEqual(NAMES.map(() => null));
  });

  it('leaves no process behind after SIGINT', async () => {
    expect(await starts.leftAfter('SIGINT', launcher)).toEqual({ processes: [], records: [] });
  });
});
