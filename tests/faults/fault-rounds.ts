import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApplication, type Application } from '#tests/setup/start-application.ts';
import { seedFrom, sizeFrom } from '#tests/setup/suite.ts';
import { audit } from './audit.ts';
import { createRandom } from './random.ts';
import { runRound } from './round.ts';
import type { Fault } from './faults.ts';
import { createTally } from './tally.ts';

/** `npm run test:full` runs three rounds of each fault, `npm run test:faults` twenty. */
const ROUNDS = sizeFrom('FAULT_ROUNDS', { default: 1, full: 3 });
const SEED = seedFrom('FAULT_SEED');

/**
 * Runs the rounds of these faults, one after the other, on an application of the test file's own: files run
 * concurrently and never interfere.
 * @param env further settings of the application
 */
export function runFaults(faults: readonly Fault[], env: Record<string, string> = {}): void {
  let application: Application;
  const tally = createTally();

  beforeAll(async () => {
    // Fewer slots than replies, so that some wait in the queue; several starts of a worker must not be
    // refused.
    application = await startApplication({ env: { WORKER_CONCURRENCY: '14', ...env } });
  });

  afterAll(async () => {
    console.log(`replies by the phase in which the fault found them:\n${tally.table()}`);
    await application.stop();
  });

  describe.each(faults)('$name', (fault) => {
    it.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
      'loses nothing, round %i',
      async (round) => {
        const random = createRandom(SEED + round * 7919 + faults.indexOf(fault));
        const { recordings, phases, takeoverMs } = await runRound(application, fault, random);
        const report = await audit(application.databaseUrl, recordings);
        tally.add(fault.name, { phases, takeoverMs, problems: report.problems.length });
        console.log(
          `${fault.name}, round ${round}: ${recordings.sends.length} replies, hit ${JSON.stringify(phases)}, ` +
            `ended ${JSON.stringify(report.states)}` +
            (takeoverMs === null ? '' : `, lost runs were closed after ${Math.round(takeoverMs)} ms`),
        );
        expect(report.problems).toEqual([]);
        // A round that hit nothing proves nothing.
        for (const found of Object.values(phases)) expect(found).toBeGreaterThan(0);
        const hit = Object.values(phases).reduce((sum, found) => sum + found, 0);
        expect(hit).toBeGreaterThanOrEqual(25);
      },
    );
  });
}
