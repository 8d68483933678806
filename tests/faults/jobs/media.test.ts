import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { admitPrompt } from '#app/core/generation/admit/prompt.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { VIDEO_MODEL } from '#tests/factories/video-call.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { IS_FULL, seedFrom, sizeFrom } from '#tests/setup/suite.ts';
import { startWebProcess } from '#tests/setup/web-process.ts';
import { createRandom } from '../random.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { auditMedia } from './audit-media.ts';
import { orderImage, orderVideo } from './callers.ts';
import { countOpen, FAULTS } from './job-faults.ts';
import { openStage, type Stage } from './stage.ts';

const ROUNDS = sizeFrom('FAULT_ROUNDS', { default: 1, full: 2 });
const SEED = seedFrom('FAULT_SEED');
/** Orders of a round: of four, three are images and one is a video. */
const ORDERS = sizeFrom('FAULT_ORDERS', { default: 4, full: 16 });
/** The maximum duration of an order, in milliseconds: most are open when the fault happens. */
const SLOWEST = 1500 + 25 * ORDERS;
const roundNumbers = Array.from({ length: ROUNDS }, (_, index) => index + 1);
const outputOf = (index: number) => (index % 4 === 3 ? 'video' : 'image');
const PICTURES = ORDERS - Math.floor(ORDERS / 4);
const WAIT = { timeout: 120_000, interval: 20 };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(IS_FULL ? undefined : ['worker-a']);
});
afterAll(() => stage.stop());

const PATHS = ['/v1/images/generations', '/v1/videos'];
const ordered = () =>
  stage.sandbox.requests().filter(({ method, path }) => method === 'POST' && PATHS.includes(path));

describe.each(IS_FULL ? Object.keys(FAULTS) : [])('images and videos: %s', (name) => {
  it.each(roundNumbers)(
    'orders none twice, charges delivered ones, and leaves no bytes behind, round %i',
    async (round) => {
      const random = createRandom(SEED + round * 7919 + Object.keys(FAULTS).indexOf(name));
      stage.sandbox.forget();
      const { userId } = await createAccount({ creditMicro: 10_000_000n });
      for (let index = 0; index < ORDERS; index += 1) {
        const output = outputOf(index);
        const pairs = [{ model: output === 'video' ? VIDEO_MODEL : PICTURE_MODEL, provider: 'sandbox' }];
        const text = `An ${output}: ${name} ${round} ${index} [[sandbox: delay=${random.whole(100, SLOWEST)}]]`;
        const send = { userId, requestId: 'test', playgroundId: null, clientId: null, text };
        await admitPrompt({ ...send, output, pairs, options: {}, files: [], isBlind: false });
      }
      // At the worst moment: orders are in transit.
      await vi.waitUntil(() => ordered().some(({ answeredAt }) => answeredAt === null), WAIT);
      const hit = await countOpen();
      await FAULTS[name]!(stage, random);
      await vi.waitFor(async () => expect(await countOpen()).toBe(0), WAIT);
      const { problems, done, lost } = await auditMedia(ordered());
      console.log(`${name}, round ${round}: hit ${hit} open ones, ${done} done, ${lost} given up, so far`);
      expect(problems).toEqual([]);
      expect(hit).toBeGreaterThan(0);
      expect(done).toBeGreaterThan(0);
    },
  );
});

describe('images and videos: kill -9 of the web process', () => {
  it.each(roundNumbers)('makes one order of every call that its client repeats, round %i', async (round) => {
    const random = createRandom(SEED + round);
    const gate = sandboxGate(stage.sandbox.url, 'calls');
    // In the full run the fault hits the calls at random moments; in the default run all images wait until
    // the web process is back.
    const directive = () => (IS_FULL ? `delay=${random.whole(100, SLOWEST)}` : 'gate=calls');
    const isUnderWay = async () =>
      IS_FULL ? ordered().some(({ answeredAt }) => answeredAt === null) : (await gate.waiting()) === PICTURES;
    stage.sandbox.forget();
    const { userId, value: key } = await createKey({ creditMicro: 10_000_000n });
    let web = await startWebProcess();
    const caller = { origin: () => web.origin, key };
    const answers = Array.from({ length: ORDERS }, async (_, index) => {
      const text = `Call ${round} ${index} [[sandbox: ${directive()}]]`;
      const isVideo = outputOf(index) === 'video';
      return isVideo ? orderVideo(caller, text) : orderImage(caller, text);
    });
    await vi.waitUntil(isUnderWay, WAIT);
    const hit = await countOpen();
    await web.stop('SIGKILL');
    web = await startWebProcess();
    if (!IS_FULL) await gate.open(PICTURES);
    const heard = await Promise.all(answers);
    await vi.waitFor(async () => expect(await countOpen()).toBe(0), WAIT);
    await web.stop();
    console.log(`kill -9 of the web process, round ${round}: hit ${hit} open ones`);
    const isMade = (answer: number | string) => answer === 200 || answer === 'completed';
    expect(heard.filter((answer) => !isMade(answer))).toEqual([]);
    expect((await auditMedia(ordered())).problems).toEqual([]);
    expect(await countGenerations(userId)).toBe(ORDERS);
    expect(hit).toBeGreaterThan(0);
  });
});

async function countGenerations(userId: string): Promise<number> {
  const sql = 'SELECT COUNT(*) AS n FROM generations WHERE user_id = ?';
  return Number((await selectRow<{ n: string }>(AUTOCOMMIT, sql, [userId]))?.n);
}
