import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApplication, type Application } from '#tests/setup/start-application.ts';
import { audit } from './audit.ts';
import { createRandom } from './random.ts';
import { playRound } from './round.ts';
import type { Strike } from './strikes.ts';
import { createTally } from './tally.ts';

/** `npm test` plays a few rounds of each strike, `npm run test:faults` twenty. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? '3');
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);

/**
 * Plays the rounds of these strikes, one after the other, on an application of the test file's own: files strike
 * beside each other and never meet.
 * @param env more settings of the application
 */
export function playStrikes(strikes: readonly Strike[], env: Record<string, string> = {}): void {
  let application: Application;
  const tally = createTally();

  beforeAll(async () => {
    console.log(`seed ${SEED} (repeat with FAULT_SEED=${SEED})`);
    // Fewer places than replies, so that some wait in the queue; several starts of a worker must not be refused.
    application = await startApplication({ env: { WORKER_CONCURRENCY: '14', ...env } });
  });

  afterAll(async () => {
    console.log(`seed ${SEED}, replies by the phase in which the strike found them:\n${tally.table()}`);
    await application.stop();
  });

  describe.each(strikes)('$name', (strike) => {
    it.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
      'loses nothing, round %i',
      async (round) => {
        const random = createRandom(SEED + round * 7919 + strikes.indexOf(strike));
        const { recordings, phases, takeoverMs } = await playRound(application, strike, random);
        const report = await audit(application.databaseUrl, recordings);
        tally.add(strike.name, { phases, takeoverMs, problems: report.problems.length });
        console.log(
          `${strike.name}, round ${round}: ${recordings.sends.length} replies, struck ${JSON.stringify(phases)}, ` +
            `ended ${JSON.stringify(report.states)}` +
            (takeoverMs === null ? '' : `, lost runs were closed after ${Math.round(takeoverMs)} ms`),
        );
        expect(report.problems).toEqual([]);
        // A round that struck nothing proves nothing.
        for (const found of Object.values(phases)) expect(found).toBeGreaterThan(0);
        const struck = Object.values(phases).reduce((sum, found) => sum + found, 0);
        expect(struck).toBeGreaterThanOrEqual(25);
      },
    );
  });
}
