import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { KEY_VARIABLE } from '#app/contracts/code-samples.ts';
import { newSecret, signedHeaders } from '#app/core/webhooks/secret.ts';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { ROOT } from '#scripts/launch/paths.mjs';
import { findProgram } from '#scripts/services/find-program.mjs';
import { useApi } from '#tests/setup/api.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { isServer, isTool, noteOf, readSamples, useSampleModels, variablesOf, WORDS } from './samples.ts';

// Each sample as a reader runs it: a program of its own.
useEngine();
const api = useApi();
const variables = useSampleModels();
const execute = promisify(execFile);
const folder = mkdtempSync(path.join(os.tmpdir(), 'docs-examples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const SAMPLES = await readSamples();
const of = (language: string) => SAMPLES.filter((sample) => sample.language === language);
/** Empty if the machine lacks the program. */
const ofProgram = (program: string, language: string) =>
  findProgram([program]) === null ? [] : of(language);

async function run(program: string, args: string[], { cwd = ROOT, env = {} } = {}): Promise<string> {
  const { stdout } = await execute(program, args, { cwd, env: { ...process.env, ...variables(), ...env } });
  return stdout;
}

describe('samples in Python', () => {
  const isAlone = (sample: (typeof SAMPLES)[number]) => noteOf(sample, 'needs') === undefined;
  it.each(ofProgram('python3', 'python').filter(isAlone))('$name runs', async ({ code }) => {
    expect(await run('python3', ['-c', code])).toMatch(WORDS);
  });
});

describe('samples in JavaScript', () => {
  it.each(of('javascript').filter((sample) => !isServer(sample)))('$name runs', async ({ code }) => {
    expect(await run(process.execPath, ['--input-type=module', '-e', code])).toMatch(WORDS);
  });

  it.each(of('javascript').filter(isServer))(
    '$name accepts signed requests, and no others',
    async ({ code }) => {
      const secret = newSecret();
      const body = JSON.stringify({ id: 'evt_1', type: 'video.completed', data: { id: 'video-1' } });
      const signed = (id: string) =>
        signedHeaders({ id, timestamp: Math.floor(Date.now() / 1000), body }, [secret]);
      const port = await findFreePort();
      const program = spawn(process.execPath, ['--input-type=module', '-e', code], {
        cwd: ROOT,
        env: { ...process.env, ...variables(), PORT: String(port), PARLANCE_WEBHOOK_SECRET: secret },
      });
      let printed = '';
      program.stdout.on('data', (data) => (printed += String(data)));
      const post = async (headers: Record<string, string>) => {
        const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
        return answer.status;
      };
      await vi.waitFor(() => post({}), 20_000);
      expect(await post({})).toBe(400);
      expect(await post({ ...signed('evt_1'), 'webhook-id': 'evt_2' })).toBe(400);
      expect(await post(signed('evt_1'))).toBe(200);
      program.kill();
      expect(printed.trim()).toBe('video.completed video-1');
    },
  );
});

describe('samples for a shell', () => {
  it.each(ofProgram('curl', 'sh').filter((sample) => !isTool(sample)))('$name runs', async (sample) => {
    const env = await variablesOf(sample, `${api.origin()}/api/v1`, variables()[KEY_VARIABLE]!);
    const command = sample.code.replace('curl ', String.raw`curl -sS -w '\n%{http_code}' `);
    const lines = (await run('sh', ['-c', command], { env })).split('\n');
    expect(lines.pop()).toBe(noteOf(sample, 'status') ?? '200');
    expect(lines.join('\n')).toMatch(WORDS);
  });

  it.each(of('sh').filter(isTool))('$name runs', async ({ code }) => {
    const [, tool = '', ...args] = code.split(' ');
    expect(await run(path.join(ROOT, 'node_modules/.bin', tool), args, { cwd: folder })).toMatch(WORDS);
  });
});
