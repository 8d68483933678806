import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimInstance } from './single-instance.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parlance-claim-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MODULE = new URL('single-instance.mjs', import.meta.url).href;

/** Claims the folder in a separate process, which dies without releasing it. */
function claimAndDie(): void {
  const code = `
    import { claimInstance } from ${JSON.stringify(MODULE)};
    claimInstance(${JSON.stringify(folder)}, 'http://dead');
    process.kill(process.pid, 'SIGKILL');`;
  spawnSync(process.execPath, ['--input-type=module', '-e', code]);
}

describe('claimInstance', () => {
  it('gives the folder to the first caller and returns the holder and its address to the second', () => {
    const first = claimInstance(folder, 'http://127.0.0.1:3000');
    expect(first.holder).toBeNull();
    const second = claimInstance(folder, 'http://127.0.0.1:4000');
    expect(second.holder).toMatchObject({ pid: process.pid, address: 'http://127.0.0.1:3000' });
    second.release();
    expect(claimInstance(folder, 'x').holder).not.toBeNull();
    first.release();
    expect(claimInstance(folder, 'x').holder).toBeNull();
  });

  it('takes over from a killed process, and leaves no other file behind', () => {
    claimAndDie();
    expect(readdirSync(folder)).toContain('start.lock');
    expect(claimInstance(folder, 'x').holder).toBeNull();
    expect(readdirSync(folder)).toEqual(['start.lock']);
  });

  it.each(['', '{"pid":', '{"pid":1,"identity":null,"address":"x"}', '{"pid":99999999,"identity":"a b"}'])(
    'takes over from an invalid claim: %s',
    (text) => {
      writeFileSync(path.join(folder, 'start.lock'), text);
      expect(claimInstance(folder, 'x').holder).toBeNull();
    },
  );
});
