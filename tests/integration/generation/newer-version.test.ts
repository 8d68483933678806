import { beforeAll, describe, expect, it } from 'vitest';
import { listOverdue, runFollowUp, writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { createSweeper } from '#app/core/generation/recover/sweep.ts';
import { claimGeneration, claimPoll } from '#app/core/generation/run/claim.ts';
import { config } from '#app/core/platform/config.ts';
import { openQueue } from '#app/core/queue/enqueue.ts';
import { change, selectRow, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { markRunning } from '#tests/fixtures/generation-row.ts';
import { LEASE_MS, sweepUntil } from '#tests/fixtures/sweep-until.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';
import { followUps } from '#worker/register.ts';

useUnservedModel();
beforeAll(() => openQueue(config().REDIS_URL));

const stateOf = (id: string) =>
  selectRow(AUTOCOMMIT, 'SELECT state, attempt, worker_id FROM generations WHERE id = ?', [id]);

describe.each([
  ['a task', "task = 'song'"],
  ['a target', "target = 'agent'"],
])('a run with %s that only a newer version knows', (_name, column) => {
  /** A run that a newer version has admitted. */
  async function newerRun(): Promise<string> {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const { id } = await admitSend(userId);
    await write(AUTOCOMMIT, `UPDATE generations SET ${column} WHERE id = ?`, [id]);
    return id;
  }

  it('is not claimed, and waits for a worker that knows it', async () => {
    const id = await newerRun();
    expect(await claimGeneration({ generationId: id, attempt: 1, workerId: 'older' })).toBeNull();
    expect(await stateOf(id)).toEqual({ state: 'queued', attempt: 0, worker_id: null });
  });

  it('is not polled while it waits at its provider', async () => {
    const id = await newerRun();
    await markRunning(id);
    await change(
      AUTOCOMMIT,
      'UPDATE generations SET next_poll_at = NOW(3), heartbeat_at = NULL, worker_id = NULL WHERE id = ?',
      [id],
    );
    expect(await claimPoll({ generationId: id, attempt: 1, workerId: 'older' })).toBeNull();
    expect(await stateOf(id)).toEqual({ state: 'running', attempt: 1, worker_id: null });
  });

  it('is not closed when its worker is lost', async () => {
    const newer = await newerRun();
    await markRunning(newer, { seconds: 60 });
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const { id: known } = await admitSend(userId);
    await markRunning(known, { seconds: 60 });
    await sweepUntil(known, 'queued');
    await createSweeper(LEASE_MS)();
    expect(await stateOf(newer)).toMatchObject({ state: 'running', attempt: 1 });
  });
});

it('leaves an unknown follow-up job to a newer version', async () => {
  const { userId } = await createAccount();
  await transaction((tx) =>
    writeFollowUps(tx, [{ job: 'erase-account', subject: userId, payload: { userId } }]),
  );
  await write(
    AUTOCOMMIT,
    "UPDATE follow_ups SET job = 'send-postcard', due_at = NOW(3) - INTERVAL 1 MINUTE WHERE subject = ?",
    [userId],
  );
  const jobOf = () =>
    selectRow<{ id: string; tries: number }>(
      AUTOCOMMIT,
      'SELECT id, tries FROM follow_ups WHERE subject = ?',
      [userId],
    );
  const { id } = (await jobOf())!;
  expect(await listOverdue()).not.toContain(id);
  await runFollowUp(id, followUps);
  expect(await jobOf()).toEqual({ id, tries: 0 });
});
