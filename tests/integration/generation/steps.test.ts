import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stopRun } from '#app/core/generation/recover/stop.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { startJobs, type JobsDouble } from '#tests/doubles/jobs/start-jobs.ts';
import { planFor } from '#tests/factories/call-plan.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { setCaps } from '#tests/factories/set-caps.ts';
import { columnsOf, generationOf } from '#tests/fixtures/generation-row.ts';
import { moneyOf, soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { addTrial } from '#tests/fixtures/trial/add-trial.ts';
import { admitTrial } from '#tests/fixtures/trial/admit-trial.ts';
import { useEngine } from '#tests/setup/engine.ts';

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
/** Per step: ten tokens at one micro-dollar and twenty at four. */
const COST = 90n;
const WAIT = { timeout: 30_000, interval: 30 };

async function begin({ creditMicro = CREDIT } = {}) {
  const owner = await createKey({ creditMicro });
  return { owner, id: await admitTrial(owner, 'trial-parent', { label: 'part', steps: 3 }) };
}

async function until(id: string, expected: Record<string, unknown>): Promise<void> {
  await expect.poll(() => columnsOf(id), WAIT).toMatchObject(expected);
}

const stepsOf = (parentId: string) =>
  selectRows<{ id: string; step: number; state: string; charged_micro: string; cost_micro: string }>(
    AUTOCOMMIT,
    'SELECT id, step, state, charged_micro, cost_micro FROM generations WHERE parent_id = ? ORDER BY step',
    [parentId],
  );

/** The first step waits at its provider, which asks for a late next poll. */
async function firstStep(parentId: string): Promise<string> {
  await expect.poll(() => stepsOf(parentId), WAIT).toHaveLength(1);
  const [{ id } = { id: '' }] = await stepsOf(parentId);
  await until(id, { state: 'running', worker_id: null, polls: 0 });
  return id;
}

describe('a parent', () => {
  it('runs its steps one after the other, and is charged once for their cost', async () => {
    const { owner, id } = await begin();
    await until(id, {
      state: 'done',
      result: 'Made of part 1. Made of part 2. Made of part 3.',
      charged_micro: String(3n * COST),
      prompt_tokens: 30,
      completion_tokens: 60,
    });
    const steps = await stepsOf(id);
    expect(steps.map(({ step, state }) => `${step} ${state}`)).toEqual(['1 done', '2 done', '3 done']);
    expect(steps.map((one) => [one.cost_micro, one.charged_micro])).toEqual(
      steps.map(() => [String(COST), '0']),
    );
    expect(jobs.jobs.map(({ key }) => key)).toEqual(steps.map((one) => one.id));
    expect(await soundBalance(owner.userId)).toBe(CREDIT - 3n * COST);
  });

  it('holds for each step before it begins, and keeps all holds until it has ended', async () => {
    jobs.rules = { ...jobs.rules, looks: 1, retryAfterMs: 60_000 };
    const { owner, id } = await begin();
    const alone = (await planFor(owner)).estimate.wantedMicro;
    await firstStep(id);
    expect((await moneyOf(owner.userId)).held).toBe(alone + 200n);
    expect((await columnsOf(id))?.['held_micro']).toBe(String(alone + 200n));
  });

  it('begins no step that its account cannot pay for, and fails then', async () => {
    const { estimate } = await planFor(await createKey());
    const heldAlone = estimate.wantedMicro;
    const creditMicro = heldAlone + 2n * 200n - 1n;
    const { owner, id } = await begin({ creditMicro });
    await until(id, { state: 'failed', error_code: 'token_balance', charged_micro: String(COST) });
    expect((await stepsOf(id)).map(({ state }) => state)).toEqual(['done']);
    expect(await soundBalance(owner.userId)).toBe(creditMicro - COST);
  });

  it('begins no step that a personal cap does not cover', async () => {
    jobs.rules = { ...jobs.rules, looks: 1, retryAfterMs: 300 };
    const { owner, id } = await begin();
    await firstStep(id);
    await setCaps(owner.userId, { daily: (await moneyOf(owner.userId)).held });
    await until(id, { state: 'failed', charged_micro: String(COST) });
    expect((await stepsOf(id)).map(({ state }) => state)).toEqual(['done']);
    expect(await soundBalance(owner.userId)).toBe(CREDIT - COST);
  });

  it('that fails with a step is charged for the steps before it', async () => {
    jobs.rules.failing = 'part 2';
    const { owner, id } = await begin();
    await until(id, {
      state: 'failed',
      error_code: 'provider_cut',
      charged_micro: String(COST),
      charge_reason: 'output',
    });
    expect((await stepsOf(id)).map(({ state }) => state)).toEqual(['done', 'failed']);
    expect(await soundBalance(owner.userId)).toBe(CREDIT - COST);
  });

  it('that is stopped stops the current step, and ends after it', async () => {
    jobs.rules = { ...jobs.rules, looks: 1000, retryAfterMs: 60_000 };
    const { owner, id } = await begin();
    const step = await firstStep(id);
    await stopRun(await generationOf(id));
    await until(id, { state: 'stopped', charged_micro: '0' });
    await until(step, { state: 'stopped' });
    expect(jobs.jobs.map(({ cancelled }) => cancelled)).toEqual([true]);
    expect(await soundBalance(owner.userId)).toBe(CREDIT);
  });

  it('that is stopped waits for a step that is billed all the same, and is charged for it', async () => {
    jobs.rules = { ...jobs.rules, looks: 3, cancel: 'billed', retryAfterMs: 60_000 };
    const { owner, id } = await begin();
    const step = await firstStep(id);
    jobs.rules.retryAfterMs = 10;
    await stopRun(await generationOf(id));
    await until(id, { state: 'stopped', charged_micro: String(COST), charge_reason: 'output' });
    expect((await columnsOf(step))?.['state']).toBe('done');
    expect(await soundBalance(owner.userId)).toBe(CREDIT - COST);
  });
});
