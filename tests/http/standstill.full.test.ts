import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeHttp } from '#scripts/launch/await-answer.mjs';
import { ROOT } from '#scripts/launch/paths.mjs';
import { startSandbox, type Sandbox } from '#app/sandbox/providers/start-sandbox.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { startWebAndWorker, type WebAndWorker } from '#tests/setup/web-and-worker.ts';

const STALL_MS = 2000;
const HOLD_LOOP = pathToFileURL(path.join(ROOT, 'tests/setup/hold-loop.mjs')).href;

let sandbox: Sandbox;
let app: WebAndWorker;
beforeAll(async () => {
  await emptyTables();
  await createModel();
  sandbox = await startSandbox({ pace: 2 });
  app = await startWebAndWorker(
    {
      OPENAI_BASE_URL: sandbox.url,
      OPENAI_API_KEY: 'sandbox',
      SANDBOX: 'true',
      NODE_OPTIONS: `--import=${HOLD_LOOP}`,
      LOOP_STALL_MS: String(STALL_MS),
      RUN_STALL_MS: String(STALL_MS),
      RUN_LEASE_MS: '60000',
    },
    { supervise: true },
  );
}, 180_000);
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

describe.each(['web', 'worker'] as const)('a %s process', (name) => {
  it('with a blocked event loop is ended and replaced', async () => {
    const held = app[name];
    const { pid } = held;
    const back = once(held, 'back');
    await held.kill('SIGUSR2');
    await back;
    expect(held.pid).not.toBe(pid);
    expect(await probeHttp(`${app.origin}/healthz`)).toBe(true);
    expect(readFileSync(`${app.base}/logs/${name}.log`, 'utf8')).toContain('the event loop stood still for');
  });

  it('that was stopped (SIGSTOP) continues', async () => {
    const { pid } = app[name];
    await app[name].kill('SIGSTOP');
    await sleep(2 * STALL_MS);
    await app[name].kill('SIGCONT');
    // As long again: a thread that used the wall clock would have ended it by now.
    await sleep(STALL_MS);
    expect(app[name].pid).toBe(pid);
    expect(await probeHttp(`${app.origin}/healthz`)).toBe(true);
  });
});
