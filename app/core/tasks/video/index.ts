import { AppError } from '#app/contracts/errors.ts';
import type { VideoRequestRecord } from '#app/contracts/media/video.ts';
import type { Price } from '#app/contracts/price.ts';
import { priceById } from '#app/core/catalogue/prices.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import type { VideoRequest } from '#app/core/providers/media/contract.ts';
import { videoAdapterFor } from '#app/core/providers/media/registry.ts';
import { lazyRequest, loadInput, type LazyRequest } from '#app/core/tasks/media/request.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { dialectFor, mediaJob } from '../media/media-job.ts';
import type { Task } from '../task.ts';
import { priceVideo, toRequest, unsentRequest } from './price.ts';
import { MAX_SECONDS, maxSeconds, usageOf } from './usage.ts';

/** Max bytes of a generated video. */
const MAX_BYTES = 512 * 1024 * 1024;
/** Milliseconds after which an order is given up. */
const DEADLINE_MS = 60 * 60_000;

/** Videos, from text, from an image, or from another video. */
export const video: Task<LazyRequest<VideoRequestRecord>> = {
  name: 'video',
  queue: 'video',
  limits: ({ WORKER_CONCURRENCY, RUN_STALL_MS }) => ({
    concurrency: WORKER_CONCURRENCY,
    stallMs: RUN_STALL_MS,
    deadlineMs: DEADLINE_MS,
  }),
  pieces: { kind: 'video', maxBytes: MAX_BYTES },

  price: priceVideo,

  load: lazyRequest,

  async countSent({ read }, _candidate, tokenizer) {
    return { promptTokens: await countTokens((await read()).order.prompt, tokenizer) };
  },

  emptyReason: () => null,

  job: mediaJob<VideoRequestRecord, VideoRequest>({
    noun: 'video',
    makerAt: videoAdapterFor,
    async toRequest(record, model, userId) {
      const owned = { userId, param: 'input_reference' };
      const { firstFrame, video: footage } = record;
      return toRequest(record, model, {
        firstFrame: firstFrame && (await loadInput(firstFrame, owned)),
        video: footage && (await loadInput(footage, owned)),
      });
    },
    maxPartials: () => 0,
  }),

  async usageOf({ read }, candidate, made) {
    const record = await read();
    return usageOf(record, made, {
      price: await priceOf(candidate),
      maxSeconds: () => longestAt(record, candidate),
    });
  },
};

/** A price whose row is gone names no resolution: settlement reports that, and the run still ends. */
async function priceOf(candidate: Candidate | null): Promise<Price> {
  try {
    return await priceById(AUTOCOMMIT, candidate?.priceId ?? '');
  } catch (error) {
    if (error instanceof AppError && error.code === 'price_unknown') return { rules: [] };
    throw error;
  }
}

function longestAt(record: VideoRequestRecord, candidate: Candidate | null): number {
  const maker = candidate && videoAdapterFor(dialectFor(candidate));
  if (!maker) return MAX_SECONDS;
  return maxSeconds(record, unsentRequest(record, candidate.upstreamModel), maker);
}
