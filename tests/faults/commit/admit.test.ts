import { describe, expect, it } from 'vitest';
import { IS_FULL, seedFrom, sizeFrom } from '#tests/setup/suite.ts';
import { createRandom } from '../random.ts';
import type { Moment } from './commit-proxy.ts';
import { useDyingDatabase } from './dying-database.ts';
import { expectOwnAnswers } from './expect-own-answers.ts';

const ROUNDS = sizeFrom('FAULT_ROUNDS', { default: 1, full: 3 });
const SEED = seedFrom('FAULT_SEED');
/**
 * In the default run it dies after the COMMIT, before the client gets the answer: a repeated send must not be
 * stored again.
 */
const MOMENTS: Moment[] = IS_FULL ? ['before', 'inside', 'after'] : ['after'];

const { play, killAtCommit } = useDyingDatabase();

describe.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
  '50 callers of a batch, round %i',
  (round) => {
    const random = createRandom(SEED + round * 7919);

    it.each(MOMENTS)('each get their own answer when the database dies %s its COMMIT', async (moment) => {
      const played = await play('text', () => killAtCommit(moment, 0, random));
      expect(played.answers).toHaveLength(50);
      await expectOwnAnswers('text', played);
    });
  },
);
