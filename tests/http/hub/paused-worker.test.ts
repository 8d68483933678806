import { expect, it } from 'vitest';
import { readLog } from '#app/core/generation/stream/log.ts';
import { createSweeper } from '#app/core/generation/recover/sweep.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { readEnd, type EngineCall } from '#tests/fixtures/engine-call.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { CREDIT, faultsOf, readToEnd, textOf, usePausedWorker, WORDS } from './paused-stage.ts';

const { worker, pauseInMidStream } = usePausedWorker();

/** For the test's own sweeper: longer than the interval of the worker's heartbeats. */
const LEASE_MS = 4000;

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

/** Instead of waiting for the end of the lease. */
async function moveHeartbeat({ generationId }: EngineCall): Promise<void> {
  await change(
    AUTOCOMMIT,
    'UPDATE generations SET heartbeat_at = heartbeat_at - INTERVAL ? MICROSECOND WHERE id = ?',
    [LEASE_MS * 1000, generationId],
  );
}

it('a worker that was stopped for longer than its lease finds its run closed, and settles nothing', async () => {
  // Otherwise another would continue it.
  const { owner, call, heard } = await pauseInMidStream({ provider: { resume: false } });
  const sweep = createSweeper(LEASE_MS);
  const stateAfterSweep = async () => {
    await sweep();
    return (await readEnd(call.generationId)).state;
  };
  // A stopped worker has its connections, and so its run, until its lease is over.
  expect(await stateAfterSweep()).toBe('running');
  if (!IS_FULL) await moveHeartbeat(call);
  await expect.poll(stateAfterSweep).toBe('interrupted');
  expect(await silenceOf(call)).toBeGreaterThanOrEqual(LEASE_MS);
  const end = await readToEnd(call, heard);
  expect(end).toMatchObject({ state: 'interrupted', finishReason: 'incomplete' });
  expect(textOf(heard)).not.toBe(WORDS);
  const closed = await readEnd(call.generationId);
  const { events: log } = await readLog(call.generationId, 0);

  worker().kill('SIGCONT');
  // It ends when all its runs have ended.
  await worker().stop('SIGTERM');
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
