import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { admitPrompt } from '#app/core/generation/admit/admit-prompt.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { PICTURE_MODEL } from '#tests/factories/create-picture-model.ts';
import { createRandom } from '../random.ts';
import { auditPictures } from './audit-pictures.ts';
import { countOpen, FAULTS } from './job-faults.ts';
import { openStage, type Stage } from './stage.ts';

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? '2');
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
const PICTURES = 16;
const WAIT = { timeout: 120_000, interval: 20 };

let stage: Stage;
beforeAll(async () => {
  console.log(`seed ${SEED} (repeat with FAULT_SEED=${SEED})`);
  stage = await openStage();
});
afterAll(() => stage.stop());

const ordered = () => stage.sandbox.requests().filter(({ path }) => path === '/v1/images/generations');

describe.each(Object.keys(FAULTS))('pictures: %s', (name) => {
  it.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
    'orders none twice, charges what was delivered, and leaves no bytes behind, round %i',
    async (round) => {
      const random = createRandom(SEED + round * 7919 + Object.keys(FAULTS).indexOf(name));
      stage.sandbox.forget();
      const { userId } = await createAccount({ creditMicro: 10_000_000n });
      const pairs = [{ model: PICTURE_MODEL, provider: 'sandbox' }];
      for (let index = 0; index < PICTURES; index += 1) {
        const text = `Picture ${name} ${round} ${index} [[sandbox: delay=${random.whole(100, 1500)}]]`;
        const send = { userId, requestId: 'test', playgroundId: null, clientId: null, text };
        await admitPrompt({ ...send, output: 'image', pairs, options: {}, files: [], isBlind: false });
      }
      // In the worst moment: orders are on their way.
      await vi.waitUntil(() => ordered().some(({ answeredAt }) => answeredAt === null), WAIT);
      const hit = await countOpen();
      await FAULTS[name]!(stage, random);
      await vi.waitFor(async () => expect(await countOpen()).toBe(0), WAIT);
      const { problems, done, lost } = await auditPictures(ordered());
      console.log(`${name}, round ${round}: hit ${hit} open ones, ${done} done, ${lost} given up, so far`);
      expect(problems).toEqual([]);
      expect(hit).toBeGreaterThan(0);
      expect(done).toBeGreaterThan(0);
    },
  );
});
