import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import { startListening, stopListening } from '#app/core/realtime/listeners.ts';
import { config } from '#app/core/platform/config.ts';
import { redis } from '#app/core/platform/redis.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { readStoredHealth } from '#app/core/routing/health/stored-health.ts';
import { startSandbox, type Sandbox } from '#app/sandbox/providers/start-sandbox.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { beginCall, type EngineCall } from '#tests/fixtures/engine-call.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import type { BuiltProcess } from '#tests/setup/built-process.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { startWorkerProcess } from '#tests/setup/worker-process.ts';

export const CREDIT = 1_000_000n;
/** Maximum silence of a provider. */
export const STALL_MS = 2000;
export const WORDS = Array.from({ length: 60 }, (_, place) => `word${place}`).join(' ');
const STREAM = `[[sandbox: text="${WORDS}" pace=0 gate=pause hold=5]]`;

/** A worker process that the test stops and continues; only the test closes its runs. */
export function usePausedWorker() {
  let sandbox: Sandbox;
  let worker: BuiltProcess;
  beforeAll(async () => {
    sandbox = await startSandbox();
    Object.assign(process.env, { OPENAI_BASE_URL: sandbox.url, OPENAI_API_KEY: 'sandbox', SANDBOX: 'true' });
    openQueue(config().REDIS_URL);
    startListening(config().REDIS_URL);
    worker = await startWorkerProcess({ RUN_STALL_MS: String(STALL_MS), RUN_LEASE_MS: '60000' });
  }, 180_000);
  beforeEach(async () => {
    await emptyTables();
    await createModel();
    await redis().del('offers:health');
  });
  afterAll(async () => {
    await worker.stop('SIGKILL');
    await closeQueue();
    await stopListening();
    await sandbox.close();
  });
  return {
    worker: () => worker,
    /**
     * A call whose worker is stopped (SIGSTOP) after the first output. The provider sends the rest while the
     * worker is stopped.
     */
    async pauseInMidStream(fields: object = {}) {
      const owner = await createKey({ creditMicro: CREDIT });
      const call = await beginCall(owner, STREAM, fields);
      const entries = call.entries();
      const heard: LogEntry[] = [];
      while (textOf(heard) === '') heard.push((await entries.next()).value as LogEntry);
      worker.kill('SIGSTOP');
      await sandboxGate(sandbox.url, 'pause').open();
      await expect.poll(() => sandbox.requests().at(-1)?.answeredAt).toBeTruthy();
      return { owner, call, heard };
    },
  };
}

export function textOf(entries: readonly LogEntry[]): string {
  return entries.map((entry) => (entry.type === 'text' ? entry.text : '')).join('');
}

/** Reads a call to its end. */
export async function readToEnd(call: EngineCall, heard: LogEntry[]): Promise<ReplyEnd> {
  const { entries, end } = await call.end();
  heard.push(...entries);
  return end;
}

/** Faults that count against the offer; the count of good calls arrives a moment after the answer. */
export async function faultsOf(): Promise<{ faults: number; inARow: number; lastFault: unknown }[]> {
  return [...(await readStoredHealth()).values()].map(({ faults, inARow, lastFault }) => ({
    faults,
    inARow,
    lastFault,
  }));
}
