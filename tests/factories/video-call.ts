import type { VideoRequestRecord } from '#app/contracts/media/video.ts';
import { newId } from '#app/core/platform/ids.ts';
import type { VideoCall } from '#app/core/targets/api-call.ts';
import type { KeyOwner } from './api-call.ts';
import { createModel } from './create-model.ts';

export const VIDEO_MODEL = 'sandbox/video';
/** Micro-dollars per second: 10,000 of 720p, 20,000 of 1080p. */
const PRICE = {
  rules: [
    { when: { resolution: ['720p'] }, rates: { second: 10_000_000_000n } },
    { when: { resolution: ['1080p'] }, rates: { second: 20_000_000_000n } },
  ],
};

/** The sandbox's video model in the catalogue. */
export async function createVideoModel(): Promise<void> {
  await createModel({
    id: VIDEO_MODEL,
    name: 'Sandbox Video',
    endpoint: null,
    supports: ['text-to-video', 'image-to-video'],
    capabilities: [],
    contextTokens: 0,
    offers: [{ provider: 'sandbox', upstreamModel: 'sandbox-video', dialect: 'openai-videos', price: PRICE }],
  });
}

/** An order of a video as its route passes it to admission. */
export function videoCall(
  { userId, key }: KeyOwner,
  { order, ...inputs }: Omit<VideoRequestRecord, 'order'> & { order: VideoRequestRecord['order'] },
): VideoCall {
  return {
    target: 'job',
    task: 'video',
    generationId: newId(),
    userId,
    key,
    storesContent: false,
    requestId: 'request-of-the-test',
    requestHash: '0'.repeat(64),
    idempotencyKeyHash: null,
    retryCount: 0,
    body: { model: VIDEO_MODEL, record: { order, ...inputs }, ignored: [] },
    fields: {},
  };
}
