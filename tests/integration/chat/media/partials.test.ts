import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import type { MediaChoice } from '#app/contracts/media/choice.ts';
import type { UserEvent } from '#app/contracts/user-events.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { admitPrompt } from '#app/core/generation/admit/prompt.ts';
import { quoteMessage } from '#app/core/generation/plan/message.ts';
import { readMediaProgress } from '#app/core/generation/report/replies.ts';
import { readReceipt } from '#app/core/generation/report/receipt.ts';
import { logLength } from '#app/core/generation/stream/log.ts';
import { newestPartials, readPartial } from '#app/core/generation/stream/partial-image.ts';
import { watchUser } from '#app/core/realtime/user-events.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { ended } from './stage.ts';

useFileStore();
const engine = useEngine();
const CREDIT = 10_000_000n;
/** For an unfinished one: 100 output tokens. */
const PARTIAL = 1_000n;
let userId: string;

beforeEach(async () => {
  await createImageModel();
  ({ userId } = await createAccount({ creditMicro: CREDIT }));
});

const draw = (media: MediaChoice, text = 'A fox') =>
  chatSend(userId, text, { model: PICTURE_MODEL, parameters: { media } });
const gate = (method: 'GET' | 'DELETE') => fetch(new URL('/_sandbox/gate', engine.sandbox().url), { method });
const atGate = async () => ((await (await gate('GET')).json()) as { waiting: number }).waiting;
const ordered = () =>
  engine
    .sandbox()
    .requests()
    .filter(({ path }) => path.endsWith('/images/generations'))
    .map(({ body }) => (body as { partial_images?: number }).partial_images);

/** Numbers of the unfinished images that the tabs of the account are notified of, as they arrive. */
function notifiedPartials(signal: AbortSignal): number[] {
  const told: number[] = [];
  const note = (event: UserEvent) => {
    if (event.type === 'partial') told.push(event.number);
  };
  void (async () => {
    for await (const { event } of watchUser(userId, signal)) note(event);
  })();
  return told;
}

it('an unfinished image is shown if that was chosen, held and charged as quoted', async () => {
  const [without, quote] = await Promise.all([
    quoteMessage(draw({ size: '1024x1024' })),
    quoteMessage(draw({ size: '1024x1024', partialImages: 2 })),
  ]);
  expect(BigInt(quote.mostMicro) - BigInt(without.mostMicro)).toBe(2n * PARTIAL);
  const watching = new AbortController();
  const told = notifiedPartials(watching.signal);
  const admitted = await admitMessage(
    draw({ size: '1024x1024', partialImages: 2 }, 'A fox [[sandbox: gate=1 pace=0]]'),
  );
  const { generationId } = admitted;
  await expect.poll(atGate, { timeout: 30_000 }).toBe(1);
  await expect.poll(() => told.at(-1), { timeout: 30_000 }).toBeGreaterThan(0);
  // A page that is loaded meanwhile shows it as well.
  const making = await readMediaProgress(AUTOCOMMIT, [generationId]);
  expect(making.get(generationId)?.partial).toBeGreaterThan(0);
  const small = await readPartial(generationId);
  expect(await sharp(small!).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
  // It enters no log: that of a reply is read in full by each of its readers.
  expect(await logLength(generationId)).toBe(0);
  await gate('DELETE');
  expect((await ended(admitted)).files).toMatchObject([{ width: 1024, height: 1024 }]);
  watching.abort();
  expect(ordered()).toEqual([2]);
  const receipt = await readReceipt(AUTOCOMMIT, { userId, generationId });
  expect(receipt.usageSource).toBe('provider');
  expect(receipt.chargedMicro! <= receipt.heldMicro).toBe(true);
  expect(await soundBalance(userId)).toBe(CREDIT - receipt.chargedMicro!);
});

it('nothing is shown or charged if it was not chosen', async () => {
  const admitted = await admitMessage(draw({ size: '1024x1024' }));
  expect((await ended(admitted)).files).toHaveLength(1);
  expect(ordered()).toEqual([undefined]);
  expect(await newestPartials([admitted.generationId])).toEqual(new Map());
});

it('in the playground it is requested from pairs that support it, for one image', async () => {
  const ask = (options: { n?: number; partial_images: number }) =>
    admitPrompt({
      userId,
      requestId: 'test',
      playgroundId: null,
      clientId: null,
      output: 'image',
      text: 'A fox [[sandbox: pace=0]]',
      pairs: [{ model: PICTURE_MODEL, provider: 'sandbox' }],
      options,
      files: [],
      isBlind: false,
    });
  const cells = [await ask({ partial_images: 1 }), await ask({ partial_images: 1, n: 2 })].flatMap(
    (prompt) => prompt.cells,
  );
  expect(cells.map(({ error }) => error)).toEqual([null, null]);
  await expect.poll(() => ordered().length, { timeout: 30_000 }).toBe(2);
  expect(new Set(ordered())).toEqual(new Set([1, undefined]));
});
