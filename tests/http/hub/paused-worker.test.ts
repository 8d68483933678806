import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import { startListening, stopListening } from '#app/core/realtime/listeners.ts';
import { readLog } from '#app/core/generation/stream/reply-log.ts';
import { createSweeper } from '#app/core/generation/recover/sweep.ts';
import { config } from '#app/core/platform/config.ts';
import { redis } from '#app/core/platform/redis.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { readStoredHealth } from '#app/core/routing/health/stored-health.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { startSandbox, type Sandbox } from '#tests/doubles/sandbox/start-sandbox.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { beginCall, readEnd, type EngineCall } from '#tests/fixtures/engine-call.ts';
import type { BuiltProcess } from '#tests/setup/built-process.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { startWorkerProcess } from '#tests/setup/worker-process.ts';

const CREDIT = 1_000_000n;
/** A provider may be silent for so long. */
const STALL_MS = 2000;
/** Of the test's own sweeper: longer than the worker's pause between two heartbeats. */
const LEASE_MS = 4000;
const WORDS = Array.from({ length: 60 }, (_, place) => `word${place}`).join(' ');
/** The provider is done with it while its worker stands still. */
const STREAM = `[[sandbox: text="${WORDS}" pace=20]]`;

let sandbox: Sandbox;
let worker: BuiltProcess;
beforeAll(async () => {
  sandbox = await startSandbox();
  Object.assign(process.env, { OPENAI_BASE_URL: sandbox.url, OPENAI_API_KEY: 'sandbox', SANDBOX: 'true' });
  openQueue(config().REDIS_URL);
  startListening(config().REDIS_URL);
  // What it runs is closed by nobody but the tests.
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

/** A call of which the worker that streams its answer is stopped as a whole after the first words. */
async function pauseInMidStream(fields: object = {}) {
  const owner = await createKey({ creditMicro: CREDIT });
  const call = await beginCall(owner, STREAM, fields);
  const entries = call.entries();
  const heard: LogEntry[] = [];
  while (textOf(heard) === '') heard.push((await entries.next()).value as LogEntry);
  worker.kill('SIGSTOP');
  return { owner, call, heard };
}

function textOf(entries: readonly LogEntry[]): string {
  return entries.map((entry) => (entry.type === 'text' ? entry.text : '')).join('');
}

async function hearOut(call: EngineCall, heard: LogEntry[]): Promise<ReplyEnd> {
  const { entries, end } = await call.end();
  heard.push(...entries);
  return end;
}

/** Milliseconds from the last heartbeat of its worker to the end of a call. */
async function silenceOf({ generationId }: EngineCall): Promise<number> {
  const row = await selectRow<{ silence: string }>(
    AUTOCOMMIT,
    `SELECT TIMESTAMPDIFF(MICROSECOND, heartbeat_at, finished_at) DIV 1000 AS silence
     FROM generations WHERE id = ?`,
    [generationId],
  );
  return Number(row!.silence);
}

/** Faults that are counted against the offer; the count of good calls comes a moment after the answer. */
async function faultsOf(): Promise<{ faults: number; inARow: number; lastFault: unknown }[]> {
  return [...(await readStoredHealth()).values()].map(({ faults, inARow, lastFault }) => ({
    faults,
    inARow,
    lastFault,
  }));
}

it('a worker that stood still for longer than a provider may be silent blames nobody and goes on', async () => {
  const { owner, call, heard } = await pauseInMidStream();
  await sleep(1.5 * STALL_MS);
  worker.kill('SIGCONT');
  const end = await hearOut(call, heard);
  expect(end).toMatchObject({ state: 'done', finishReason: 'stop', errorCode: null });
  expect(textOf(heard)).toBe(WORDS);
  const { attempts } = (await selectRow<{ attempts: string }>(
    AUTOCOMMIT,
    'SELECT attempts FROM generations WHERE id = ?',
    [call.generationId],
  ))!;
  expect(JSON.parse(attempts)).toEqual([
    expect.objectContaining({ provider: 'sandbox', answered: true, errorCode: null }),
  ]);
  await expect.poll(faultsOf).toEqual([{ faults: 0, inARow: 0, lastFault: null }]);
  expect(await soundBalance(owner.userId)).toBe(CREDIT - BigInt(end.costMicro));
});

it('a worker that stood still for longer than its lease finds its run closed, and books nothing', async () => {
  // Or another would go on with it.
  const { owner, call, heard } = await pauseInMidStream({ provider: { resume: false } });
  const sweep = createSweeper(LEASE_MS);
  const isClosed = async () => {
    await sweep();
    return (await readEnd(call.generationId)).state;
  };
  await expect.poll(isClosed).toBe('interrupted');
  // A worker that stands still keeps its connections, and so its run, until its lease is over.
  expect(await silenceOf(call)).toBeGreaterThanOrEqual(LEASE_MS);
  const end = await hearOut(call, heard);
  expect(end).toMatchObject({ state: 'interrupted', finishReason: 'incomplete' });
  expect(textOf(heard)).not.toBe(WORDS);
  const closed = await readEnd(call.generationId);
  const { events: log } = await readLog(call.generationId, 0);

  worker.kill('SIGCONT');
  // It ends when all that it runs has ended.
  await worker.stop('SIGTERM');
  expect(await readEnd(call.generationId)).toEqual(closed);
  expect((await readLog(call.generationId, 0)).events).toEqual(log);
  const charges = await selectRows(
    AUTOCOMMIT,
    'SELECT amount_micro FROM ledger_entries WHERE reference = ?',
    [`charge:${call.generationId}`],
  );
  expect(charges).toEqual([{ amount_micro: String(-closed.chargedMicro) }]);
  expect(closed.chargedMicro).toBeGreaterThan(0);
  expect(await soundBalance(owner.userId)).toBe(CREDIT - BigInt(closed.chargedMicro));
  expect((await faultsOf()).every(({ faults, inARow }) => faults === 0 && inARow === 0)).toBe(true);
});
