import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { CREDIT, faultsOf, readToEnd, STALL_MS, textOf, usePausedWorker, WORDS } from './paused-stage.ts';

const { worker, pauseInMidStream } = usePausedWorker();

it('a worker that was stopped for longer than a provider may be silent blames no offer and continues', async () => {
  const { owner, call, heard } = await pauseInMidStream();
  await sleep(1.5 * STALL_MS);
  worker().kill('SIGCONT');
  const end = await readToEnd(call, heard);
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
