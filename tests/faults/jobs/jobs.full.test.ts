import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKey } from '#tests/factories/create-key.ts';
import { admitTrial } from '#tests/fixtures/trial/admit-trial.ts';
import { seedFrom, sizeFrom } from '#tests/setup/suite.ts';
import { createRandom } from '../random.ts';
import { auditJobs } from './audit-jobs.ts';
import { countOpen, FAULTS } from './job-faults.ts';
import { openStage, type Stage } from './stage.ts';

const ROUNDS = sizeFrom('FAULT_ROUNDS', { default: 1, full: 2 });
const SEED = seedFrom('FAULT_SEED');
const JOBS = 12;
const PARENTS = 6;
const WAIT = { timeout: 120_000, interval: 20 };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.stop());

describe.each(Object.keys(FAULTS))('long jobs and steps: %s', (name) => {
  it.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
    'orders nothing twice and loses nothing, round %i',
    async (round) => {
      const random = createRandom(SEED + round * 7919 + Object.keys(FAULTS).indexOf(name));
      stage.jobs.reset();
      // Slow answers, so that a fault hits orders and polls in transit.
      Object.assign(stage.jobs.rules, { looks: 3, retryAfterMs: 100, answerMs: random.whole(100, 300) });
      const owner = await createKey({ creditMicro: 10_000_000n });
      for (let index = 0; index < JOBS; index += 1)
        await admitTrial(owner, 'trial-job', { label: `job ${index}` });
      for (let index = 0; index < PARENTS; index += 1)
        await admitTrial(owner, 'trial-parent', { label: `part ${index}`, steps: 3 });
      await new Promise((resolve) => setTimeout(resolve, random.whole(0, 1500)));
      // At the worst moment: the provider has accepted an order, and its job id is not stored yet.
      await vi.waitUntil(() => stage.jobs.answering > 0, WAIT);
      const hit = await countOpen();
      const took = await FAULTS[name]!(stage, random);
      await vi.waitFor(async () => expect(await countOpen()).toBe(0), WAIT);
      const { problems, ends } = await auditJobs(stage.jobs);
      const done = ends.filter((end) => end.endsWith(' done')).length;
      console.log(
        `${name}, round ${round}: hit ${hit} open ones, ${done} of all ${ends.length} so far done` +
          (typeof took === 'number' ? `, lost jobs were taken over after ${Math.round(took)} ms` : ''),
      );
      expect(problems).toEqual([]);
      expect(hit).toBeGreaterThan(0);
      expect(done).toBeGreaterThan(ends.length / 2);
    },
  );
});
