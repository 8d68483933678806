import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { admitCall } from '#app/core/generation/admit/call.ts';
import { hideJob, stopJob } from '#app/core/generation/recover/stop.ts';
import { config } from '#app/core/platform/config.ts';
import { MEDIA_KEY, startMedia, type MediaDouble } from '#app/sandbox/media/start-media.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { VIDEO_MODEL, videoCall } from '#tests/factories/video-call.ts';
import { columnsOf } from '#tests/fixtures/generation-row.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { useEngine } from '#tests/setup/engine.ts';

let media: MediaDouble;
useFileStore();
// Before the engine, whose provider is then this one.
beforeAll(async () => {
  media = await startMedia();
  Object.assign(process.env, { RUNWAY_API_KEY: MEDIA_KEY, RUNWAY_BASE_URL: media.url('runway') });
  // Read once, and used by this process from now on.
  config();
});
useEngine();
beforeEach(() => {
  media.jobs.length = 0;
  return createModel({
    id: VIDEO_MODEL,
    supports: ['text-to-video'],
    capabilities: [],
    contextTokens: 0,
    offers: [
      {
        provider: 'runway',
        upstreamModel: 'gen4.5',
        dialect: 'runway',
        price: { rules: [{ rates: { second: 10_000_000_000n } }] },
      },
    ],
  });
});
afterAll(() => media.close());

const CREDIT = 1_000_000n;
const WAIT = { timeout: 30_000, interval: 30 };

it('a canceled video is free if its maker confirms it, and the cancellation is sent once', async () => {
  const owner = await createKey({ creditMicro: CREDIT });
  const order = { prompt: 'A fox [[sandbox: looks=1000]]', seconds: 5 };
  const { generationId: id } = await admitCall(videoCall(owner, { order }));
  await expect.poll(() => columnsOf(id), WAIT).toMatchObject({ worker_id: null, done_percent: 50 });
  const owned = { userId: owner.userId, id };
  expect(await hideJob(owned), 'it has not ended').toBe(false);
  await stopJob({ ...owned, userId: (await createKey()).userId });
  expect(await columnsOf(id)).toMatchObject({ state: 'running', stop_requested_at: null });
  await stopJob(owned);
  await expect.poll(() => columnsOf(id), WAIT).toMatchObject({ state: 'stopped', charged_micro: '0' });
  expect(media.jobs).toMatchObject([{ isCancelled: true }]);
  expect(await soundBalance(owner.userId)).toBe(CREDIT);
  expect(await hideJob(owned)).toBe(true);
  expect(await columnsOf(id)).toMatchObject({ asked: null });
});
