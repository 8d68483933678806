import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stopRun } from '#app/core/generation/recover/stop.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { startJobs, type JobsDouble } from '#tests/doubles/jobs/start-jobs.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { columnsOf, generationOf } from '#tests/fixtures/generation-row.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { addTrial } from '#tests/fixtures/trial/add-trial.ts';
import { admitTrial } from '#tests/fixtures/trial/admit-trial.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

addTrial();
let jobs: JobsDouble;
beforeAll(async () => {
  jobs = await startJobs();
  process.env.TRIAL_PROVIDER_URL = jobs.url;
});
useEngine();
beforeEach(() => jobs.reset());
afterAll(() => jobs.close());

const CREDIT = 1_000_000n;
/** Ten tokens at one micro-dollar and twenty at four. */
const COST = 90n;
/** Concurrent jobs. */
const BRICKS = IS_FULL ? 10 : 4;
const WAIT = { timeout: 30_000, interval: 30 };

async function begin(label: string) {
  const owner = await createKey({ creditMicro: CREDIT });
  return { owner, id: await admitTrial(owner, 'trial-job', { label }) };
}

/** Waits until its row matches. */
async function until(id: string, expected: Record<string, unknown>) {
  await expect.poll(() => columnsOf(id), WAIT).toMatchObject(expected);
  return (await columnsOf(id))!;
}

describe('a long job', () => {
  it('is ordered once, polled until it has ended, and charged by its provider’s usage', async () => {
    const { owner, id } = await begin('a hat');
    const row = await until(id, { state: 'done' });
    expect(row).toMatchObject({ result: 'Made of a hat.', charged_micro: String(COST), polls: 2 });
    expect(jobs.jobs.map(({ key }) => key)).toEqual([id]);
    expect(jobs.looks).toBe(3);
    expect(await soundBalance(owner.userId)).toBe(CREDIT - COST);
  });

  it('is held by no worker while it waits, and polled by any', async () => {
    jobs.rules = { ...jobs.rules, looks: 1, retryAfterMs: null };
    const { id } = await begin('a tower');
    await until(id, { state: 'running', worker_id: null, heartbeat_at: null, polls: 0 });
    expect(jobs.looks).toBe(1);
    await pollNow(id);
    await until(id, { state: 'done', polls: 1 });
    expect(jobs.looks).toBe(2);
  });

  it('whose order got no answer is found by its key and not ordered again', async () => {
    jobs.rules.order = 'lost-answer';
    const { owner, id } = await begin('a boat');
    await until(id, { state: 'done', result: 'Made of a boat.' });
    expect(jobs.asked).toBe(1);
    expect(await soundBalance(owner.userId)).toBe(CREDIT - COST);
  });

  it('that cannot be found is given up, free, and not ordered again', async () => {
    jobs.rules.order = 'unlisted';
    const { owner, id } = await begin('a ghost');
    await until(id, { state: 'failed', error_code: 'provider_cut', charged_micro: '0' });
    expect(jobs.asked).toBe(1);
    expect(await soundBalance(owner.userId)).toBe(CREDIT);
  });

  it('that is refused fails, free', async () => {
    jobs.rules.order = 'refused';
    const { owner, id } = await begin('a weapon');
    await until(id, { state: 'failed', error_code: 'provider_rejected', charged_micro: '0' });
    expect(await soundBalance(owner.userId)).toBe(CREDIT);
  });

  it('continues while its provider cannot be polled, and fails when its provider says so', async () => {
    jobs.rules.look = 'busy';
    const { owner, id } = await begin('a clock');
    await expect.poll(() => jobs.looks, WAIT).toBe(1);
    await until(id, { state: 'running', worker_id: null });
    jobs.rules = { ...jobs.rules, look: 'state', failing: 'a clock' };
    await pollNow(id);
    await until(id, { state: 'failed', error_code: 'provider_rejected', charged_micro: '0' });
    expect(await soundBalance(owner.userId)).toBe(CREDIT);
  });

  it('that is stopped is free if its provider cancels it', async () => {
    jobs.rules = { ...jobs.rules, looks: 1000, retryAfterMs: 60_000 };
    const { owner, id } = await begin('a bridge');
    await until(id, { state: 'running', worker_id: null, polls: 0 });
    await stopRun(await generationOf(id));
    await until(id, { state: 'stopped', charged_micro: '0' });
    expect(jobs.jobs[0]?.cancelled).toBe(true);
    expect(await soundBalance(owner.userId)).toBe(CREDIT);
  });

  it('that is stopped continues if it is billed all the same, and is stored and charged', async () => {
    jobs.rules = { ...jobs.rules, looks: 2, cancel: 'billed', retryAfterMs: 60_000 };
    const { owner, id } = await begin('a cake');
    await until(id, { state: 'running', worker_id: null, polls: 0 });
    jobs.rules.retryAfterMs = 10;
    await stopRun(await generationOf(id));
    await until(id, { state: 'done', result: 'Made of a cake.', charged_micro: String(COST) });
    expect(await soundBalance(owner.userId)).toBe(CREDIT - COST);
  });

  it('that takes longer than its task allows is canceled and fails', async () => {
    jobs.rules = { ...jobs.rules, looks: 1000, retryAfterMs: 60_000 };
    const { owner, id } = await begin('a cathedral');
    await until(id, { state: 'running', worker_id: null, polls: 0 });
    await change(AUTOCOMMIT, 'UPDATE generations SET started_at = NOW(3) - INTERVAL 1 DAY WHERE id = ?', [
      id,
    ]);
    await pollNow(id);
    await until(id, { state: 'failed', error_code: 'provider_timeout', charged_micro: '0' });
    expect(jobs.jobs[0]?.cancelled).toBe(true);
    expect(await soundBalance(owner.userId)).toBe(CREDIT);
  });

  it('whose row cannot be written at a poll continues once the database is back', async () => {
    jobs.rules = { ...jobs.rules, looks: 1, answerMs: 400 };
    const { owner, id } = await begin('a lighthouse');
    const { attempt } = await until(id, { provider_job_id: expect.any(String) as string });
    await transaction(async (tx) => {
      await selectRow(tx, 'SELECT id FROM generations WHERE id = ? FOR UPDATE', [id]);
      // Twice: the second write happens because the first one failed.
      for (let cut = 0; cut < 2; cut += 1) await cutConnectionOf(`%worker_id = NULL%${id}%`);
    });
    // By the run that met the outage: no attempt was used up, of which a job has only a few.
    await until(id, { state: 'done', result: 'Made of a lighthouse.', attempt });
    expect(jobs.asked).toBe(1);
    expect(await soundBalance(owner.userId)).toBe(CREDIT - COST);
  });

  it('is never polled by two at a time, however often it is woken', async () => {
    jobs.rules = { ...jobs.rules, looks: 6 };
    const ids = await Promise.all(
      Array.from({ length: BRICKS }, async (_, index) => (await begin(`brick ${index}`)).id),
    );
    for (const id of ids) await until(id, { state: 'done' });
    expect(jobs.jobs).toHaveLength(BRICKS);
    expect(jobs.looks).toBe(7 * BRICKS);
  });
});

async function pollNow(id: string): Promise<void> {
  await change(
    AUTOCOMMIT,
    `UPDATE generations SET next_poll_at = NOW(3) WHERE id = ? AND state = 'running'`,
    [id],
  );
}

/** Waits for a statement that is waiting itself, and cuts its connection. */
async function cutConnectionOf(statement: string): Promise<void> {
  const waiting = () =>
    selectRows<{ id: string }>(
      AUTOCOMMIT,
      'SELECT id FROM information_schema.PROCESSLIST WHERE info LIKE ? AND id <> CONNECTION_ID()',
      [statement],
    );
  await expect.poll(waiting, WAIT).toHaveLength(1);
  const [cut] = await waiting();
  await change(AUTOCOMMIT, `KILL ${cut!.id}`);
  // Its statement may still be listed for a moment.
  await expect.poll(waiting, WAIT).not.toContainEqual(cut);
}
