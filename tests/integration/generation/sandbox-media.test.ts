import { beforeEach, describe, expect, it } from 'vitest';
import type { ImageInput, ImageRequestRecord } from '#app/contracts/media/image.ts';
import type { VideoInput, VideoRequestRecord } from '#app/contracts/media/video.ts';
import { admitCall } from '#app/core/generation/admit/call.ts';
import type { ApiCall } from '#app/core/targets/api-call.ts';
import { seedCatalogue } from '#db/seed/catalogue.ts';
import { SANDBOX_MEDIA_MODELS } from '#db/seed/data/sandbox-media.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { drawImage } from '#app/sandbox/providers/openai/images/draw.ts';
import { film } from '#app/sandbox/providers/openai/videos/film.ts';
import type { KeyOwner } from '#tests/factories/api-call.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { videoCall } from '#tests/factories/video-call.ts';
import { columnsOf } from '#tests/fixtures/generation-row.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

useFileStore();
useEngine();
beforeEach(() => seedCatalogue(AUTOCOMMIT));

const CREDIT = 20_000_000n;
const SIZE = { width: 320, height: 192 };
const PROMPT = 'A fox [[sandbox: delay=0]]';

const dataUrl = (type: string, bytes: Buffer) => ({
  dataUrl: `data:${type};base64,${bytes.toString('base64')}`,
});

async function picture(): Promise<ImageInput> {
  const bytes = await drawImage('A hill', { ...SIZE, format: 'png', done: 1 });
  return { source: dataUrl('image/png', bytes), size: SIZE };
}

async function video(): Promise<VideoInput> {
  const bytes = await film('A hill', { ...SIZE, seconds: 2 });
  return { source: dataUrl('video/mp4', bytes), size: SIZE, seconds: 2 };
}

type Way = 'text-to-image' | 'image-to-image' | 'text-to-video' | 'image-to-video' | 'video-to-video';

/** One order for each mode of a model. */
const ORDERS: Record<Way, () => Promise<ImageRequestRecord | VideoRequestRecord>> = {
  'text-to-image': async () => ({ order: { prompt: PROMPT, count: 1 }, images: [] }),
  'image-to-image': async () => ({ order: { prompt: PROMPT, count: 1 }, images: [await picture()] }),
  'text-to-video': async () => ({ order: { prompt: PROMPT } }),
  'image-to-video': async () => ({ order: { prompt: PROMPT }, firstFrame: await picture() }),
  'video-to-video': async () => ({ order: { prompt: PROMPT }, video: await video() }),
};

/** Every mode of every model by every wire; in the default run the last mode, which has the largest order. */
const CASES = SANDBOX_MEDIA_MODELS.flatMap(({ id, supports, offers }) =>
  offers.flatMap(({ provider }) =>
    supports.slice(IS_FULL ? 0 : -1).map((way) => [id, provider, way as Way] as const),
  ),
);

async function callOf(owner: KeyOwner, [model, provider, way]: (typeof CASES)[number]): Promise<ApiCall> {
  const record = await ORDERS[way]();
  const body = { model, provider: { only: [provider] }, ignored: [] };
  if (!('images' in record)) return { ...videoCall(owner, record), body: { ...body, record } };
  const call = videoCall(owner, { order: { prompt: PROMPT } });
  return { ...call, target: 'call', task: 'image', body: { ...body, record, isStreamed: false } };
}

describe('the sandbox over every wire of images and videos', () => {
  it.each(CASES)('%s by %s: %s', async (...one) => {
    const owner = await createKey({ creditMicro: CREDIT });
    const { generationId } = await admitCall(await callOf(owner, one));
    await expect
      .poll(() => columnsOf(generationId), { timeout: 30_000, interval: 30 })
      .toMatchObject({ state: 'done', charge_reason: 'output' });
    const kind = one[2].endsWith('image') ? 'image' : 'video';
    const files = await selectRows(AUTOCOMMIT, 'SELECT kind, width FROM files WHERE generation_id = ?', [
      generationId,
    ]);
    expect(files).toEqual([{ kind, width: expect.any(Number) }]);
    const { charged_micro: charged } = (await columnsOf(generationId))!;
    expect(BigInt(charged!)).toBeGreaterThan(0n);
    expect(await soundBalance(owner.userId)).toBe(CREDIT - BigInt(charged!));
  });
});
