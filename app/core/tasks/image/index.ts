import type { ImageRequestRecord } from '#app/contracts/media/image.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import type { ImageRequest, MediaInput } from '#app/core/providers/media/contract.ts';
import { imageAdapterFor } from '#app/core/providers/media/registry.ts';
import { lazyRequest, loadInput, type LazyRequest } from '#app/core/tasks/media/request.ts';
import { dialectFor, mediaJob } from '#app/core/tasks/media/media-job.ts';
import type { Task } from '#app/core/tasks/task.ts';
import { priceImage, toRequest } from './price.ts';
import { usageOf } from './usage.ts';

/** Max bytes of a generated image. */
const MAX_BYTES = 48 * 1024 * 1024;

/** Milliseconds after which an order is given up. */
const DEADLINE_MS = 30 * 60_000;

/** Images, from text or from other images. */
export const image: Task<LazyRequest<ImageRequestRecord>> = {
  name: 'image',
  queue: 'image',
  limits: ({ WORKER_CONCURRENCY, RUN_STALL_MS }) => ({
    concurrency: WORKER_CONCURRENCY,
    stallMs: RUN_STALL_MS,
    deadlineMs: DEADLINE_MS,
  }),
  pieces: { kind: 'image', maxBytes: MAX_BYTES },

  price: priceImage,

  load: lazyRequest,

  async countSent({ read }, _candidate, tokenizer) {
    return { promptTokens: await countTokens((await read()).order.prompt, tokenizer) };
  },

  emptyReason: () => null,

  job: mediaJob<ImageRequestRecord, ImageRequest>({
    noun: 'picture',
    makerAt: imageAdapterFor,
    toRequest: async (record, model, userId) => toRequest(record, model, await loadInputs(record, userId)),
    maxPartials: ({ partialImages = 0 }) => partialImages,
  }),

  async usageOf({ read }, candidate, made) {
    const record = await read();
    return usageOf(record, made, {
      dialect: candidate && dialectFor(candidate),
      countPrompt: () => countTokens(record.order.prompt, 'o200k'),
    });
  },
};

/**
 * Loads the input images of an order.
 * @throws ProviderError for one that was deleted since it was admitted
 */
async function loadInputs(
  { images, mask }: ImageRequestRecord,
  userId: string,
): Promise<{ images: MediaInput[]; mask: MediaInput | null }> {
  const owned = { userId, param: 'image' };
  const loaded: MediaInput[] = [];
  for (const image of images) loaded.push(await loadInput(image, owned));
  return { images: loaded, mask: mask ? await loadInput(mask, owned) : null };
}
