import type {
  MediaContext,
  MediaJobAdapter,
  PollResult,
  OrderContext,
  VideoRequest,
} from '#app/core/providers/media/contract.ts';
import { call, UNSENT, type Call } from '#app/core/providers/media/shared/call.ts';
import type { Complaint } from '#app/core/providers/media/shared/complaint.ts';
import { failedJob, secretsOf } from '#app/core/providers/media/shared/failure.ts';
import { as, dataUrl, oneOf, writeFields, type Writers } from '#app/core/providers/media/shared/fields.ts';
import {
  inside,
  validJobId,
  listOf,
  pieceAt,
  refusedPieces,
} from '#app/core/providers/media/shared/pieces.ts';
import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import { urlBelow } from '#app/core/providers/shared/url.ts';
import { jobIn } from '#app/core/providers/media/shared/webhooks.ts';
import type { Provider } from '#app/core/providers/provider.ts';

const MAX_LISTED = 100;

/** Each generation repeats its request, which may contain images. */
const LIST_LIMIT = 64 * 1024 * 1024;

/** Video adapter for Luma. */
export const lumaVideos: MediaJobAdapter<VideoRequest> = {
  id: 'luma-videos',
  maxPieces: 1,
  check: (request) => void toOrder(request, UNSENT),
  async order(request, context) {
    return validJobId((await call(toOrder(request, context), context))['id']);
  },
  /** The list contains the callback address of each order, and ours contains our key. */
  async find(_request, context) {
    if (context.webhookUrl === null) return null;
    const list = get('', context);
    list.url.searchParams.set('limit', String(MAX_LISTED));
    const id = findByCallback(await call(list, context), context.webhookUrl);
    return id === null ? null : validJobId(id);
  },
  async poll(jobId, context) {
    const generation = await call(get(`/${validJobId(jobId)}`, context), context);
    return readGeneration(generation, secretsOf(context.credentials));
  },
  /** The only related call deletes the job: it promises nothing about the bill and removes the video. */
  cancel: () => Promise.resolve(false),
};

const RATIOS = ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'];

/** How much an edited video may deviate from the original. */
const MODE = 'flex_1';

const FIELDS: Writers<VideoRequest> = {
  prompt: as('prompt'),
  aspectRatio: oneOf('aspectRatio', RATIOS, (ratio) => ({ aspect_ratio: ratio })),
  seconds: oneOf('seconds', [5, 9], (seconds) => ({ duration: `${seconds}s` })),
  resolution: oneOf('resolution', ['540p', '720p', '1080p', '4k'], (resolution) => ({ resolution })),
  firstFrame: (image) => ({ frame0: { type: 'image', url: dataUrl(image) } }),
  lastFrame: (image) => ({ frame1: { type: 'image', url: dataUrl(image) } }),
};

/** An edited video keeps its aspect ratio and its length. */
const MODIFY_FIELDS: Writers<VideoRequest> = {
  prompt: as('prompt'),
  video: (video) => ({ generation_type: 'modify_video', media: { url: dataUrl(video) }, mode: MODE }),
  firstFrame: (image) => ({ first_frame: { url: dataUrl(image) } }),
};

function get(path: string, context: MediaContext): Call {
  const url = urlBelow(context.credentials.baseUrl, `/generations${path}`);
  return { method: 'GET', url, headers: headersOf(context), about: 'job', limit: LIST_LIMIT };
}

/** @throws ProviderError naming the field that the models do not accept */
export function toOrder(request: VideoRequest, context: OrderContext): Call {
  const { webhookUrl, credentials } = context;
  const { frame0, frame1, ...fields } = writeFields(request, request.video ? MODIFY_FIELDS : FIELDS);
  const keyframes = { ...(frame0 !== undefined && { frame0 }), ...(frame1 !== undefined && { frame1 }) };
  return {
    method: 'POST',
    url: urlBelow(credentials.baseUrl, request.video ? '/generations/video/modify' : '/generations'),
    headers: headersOf(context),
    json: {
      model: request.model,
      ...fields,
      ...(Object.keys(keyframes).length > 0 && { keyframes }),
      ...(webhookUrl !== null && { callback_url: webhookUrl }),
    },
    about: 'order',
    isRefusal,
  };
}

function headersOf({ credentials: { apiKey } }: MediaContext): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

/** Recognizes a refusal by its message: policy has no code here. */
export function isRefusal({ message }: Complaint): boolean {
  return /moderation|content policy|not pass(?:ed)? (?:our )?safety/i.test(message);
}

/** @throws ProviderError for a generation that failed */
export function readGeneration(generation: unknown, secrets: readonly string[]): PollResult {
  const { state, failure_reason: reason } = isObject(generation) ? generation : {};
  switch (state) {
    case 'queued':
    case 'dreaming':
      return { state: 'waiting' };
    case 'completed':
      return { state: 'ended', events: [pieceAt(0, inside(generation, 'assets')['video'], 'video/mp4')] };
    case 'failed': {
      const message = typeof reason === 'string' ? reason.slice(0, 4096) : '';
      if (!isRefusal({ names: [], message, param: null })) throw failedJob(message, secrets);
      return { state: 'ended', events: refusedPieces(1, message, secrets) };
    }
    default:
      throw malformed('the provider says nothing of the job that is known');
  }
}

/** The id of the order with a callback address of ours, in a list of generations. */
export function findByCallback(list: unknown, callbackUrl: string): unknown {
  const generations = Array.isArray(list) ? list : listOf(isObject(list) ? list['generations'] : null);
  const found: unknown = generations.find((one) => inside(one, 'request')['callback_url'] === callbackUrl);
  return isObject(found) ? found['id'] : null;
}

export const lumaProvider: Provider = {
  dialect: 'luma',
  media: { videos: { jobs: lumaVideos } },
  webhook: { read: ({ body }) => ({ jobId: jobIn(body, 'id'), isSigned: false }) },
};
