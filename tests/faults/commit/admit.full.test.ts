import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { seedFrom, sizeFrom } from '#tests/setup/suite.ts';
import { createRandom } from '../random.ts';
import type { Moment } from './commit-proxy.ts';
import { useDyingDatabase } from './dying-database.ts';
import { expectOwnAnswers } from './expect-own-answers.ts';

const ROUNDS = sizeFrom('FAULT_ROUNDS', { default: 1, full: 3 });
const SEED = seedFrom('FAULT_SEED');
const MOMENTS: Moment[] = ['before', 'inside', 'after'];

const { play, kill, killAtCommit } = useDyingDatabase();

describe.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
  '50 callers of a batch, round %i',
  (round) => {
    const random = createRandom(SEED + round * 7919);

    // The bad row fails the shared transaction, so that each send is committed alone.
    it.each(MOMENTS)(
      'each get their own answer when the database dies %s one of the COMMITs after a bad row',
      async (moment) => {
        const played = await play('row', () => killAtCommit(moment, random.whole(0, 38), random));
        expect(played.answers).toHaveLength(50);
        await expectOwnAnswers('row', played);
      },
    );

    it('each get their own answer when it dies at any moment', async () => {
      const malformed = random.pick(['text', 'row'] as const);
      const played = await play(malformed, async () => {
        await pause(random.whole(0, 80));
        await kill();
      });
      expect(played.answers).toHaveLength(50);
      await expectOwnAnswers(malformed, played);
    });
  },
);
