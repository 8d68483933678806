import { ProviderError } from '#app/core/providers/contract.ts';
import type {
  MediaContext,
  MediaJobAdapter,
  PollResult,
  OrderContext,
  VideoRequest,
} from '#app/core/providers/media/contract.ts';
import { call, UNSENT, type Call } from '#app/core/providers/media/shared/call.ts';
import { failedJob, secretsOf } from '#app/core/providers/media/shared/failure.ts';
import {
  as,
  dataUrl,
  oneOf,
  refusedField,
  within,
  writeFields,
  type Writers,
} from '#app/core/providers/media/shared/fields.ts';
import {
  doneOf,
  inside,
  validJobId,
  listOf,
  pieceAt,
  refusedPieces,
} from '#app/core/providers/media/shared/pieces.ts';
import { safeMessage } from '#app/core/providers/shared/failure.ts';
import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import { urlBelow } from '#app/core/providers/shared/url.ts';
import type { Provider } from '#app/core/providers/provider.ts';

/** Video adapter for Runway. */
export const runwayVideos: MediaJobAdapter<VideoRequest> = {
  id: 'runway-videos',
  maxPieces: 1,
  check: (request) => void toOrder(request, UNSENT),
  async order(request, context) {
    return validJobId((await call(toOrder(request, context), context))['id']);
  },
  /** The API has no list, and accepts no key of ours. */
  find: () => Promise.resolve(null),
  async poll(jobId, context) {
    return readTask(await call(task(jobId, context), context), secretsOf(context.credentials));
  },
  /**
   * Cancelling a finished task would delete it, so the task is polled before; its cost is only known after.
   */
  async cancel(jobId, context) {
    if (!isUnfinished(await call(task(jobId, context), context))) return false;
    await call({ ...task(jobId, context), method: 'DELETE', mayBeEmpty: true }, context);
    return isUnbilled(await call(task(jobId, context), context));
  },
};

const VERSION = '2024-11-06';

const RATIOS: Readonly<Record<string, string>> = {
  '16:9': '1280:720',
  '9:16': '720:1280',
  '1:1': '960:960',
  '4:3': '1104:832',
  '3:4': '832:1104',
  '21:9': '1584:672',
};

const shape: Writers<VideoRequest> = {
  aspectRatio: oneOf('aspectRatio', Object.keys(RATIOS), (ratio) => ({ ratio: RATIOS[ratio] })),
  size: ({ width, height }) => ({ ratio: `${width}:${height}` }),
};

const words: Writers<VideoRequest> = { prompt: as('promptText') };

const framed: Writers<VideoRequest> = { firstFrame: (image) => ({ first: dataUrl(image) }) };

/** Fields of each model; the first match counts. */
const MODELS: readonly (readonly [RegExp, Writers<VideoRequest>])[] = [
  [
    /^veo3/,
    {
      ...words,
      ...shape,
      ...framed,
      lastFrame: (image) => ({ last: dataUrl(image) }),
      seconds: oneOf('seconds', [4, 6, 8], (duration) => ({ duration })),
      sound: as('audio'),
    },
  ],
  [
    /^(?:aleph\d*|gen4_aleph)$/,
    { ...words, seed: as('seed'), video: (video) => ({ videoUri: dataUrl(video) }) },
  ],
  [
    /^gen4/,
    {
      ...words,
      ...shape,
      ...framed,
      seconds: within('seconds', [2, 10], (duration) => ({ duration })),
      seed: as('seed'),
    },
  ],
];

/** The maker asks for five seconds between polls. */
const NEXT_MS = 6000;

function task(jobId: string, context: MediaContext): Call {
  const url = urlBelow(context.credentials.baseUrl, `/v1/tasks/${validJobId(jobId)}`);
  return { method: 'GET', url, headers: headersOf(context), about: 'job' };
}

/** @throws ProviderError naming the field that the model does not accept, or that it requires */
export function toOrder(request: VideoRequest, context: OrderContext): Call {
  const writers = MODELS.find(([name]) => name.test(request.model))?.[1] ?? words;
  const { first, last, ...fields } = writeFields(request, writers);
  if (last !== undefined && first === undefined)
    throw refusedField('lastFrame', 'last_frame needs a first picture');
  const images = [
    ...(first === undefined ? [] : [{ uri: first, position: 'first' }]),
    ...(last === undefined ? [] : [{ uri: last, position: 'last' }]),
  ];
  const kind = request.video ? 'video_to_video' : images.length > 0 ? 'image_to_video' : 'text_to_video';
  return {
    method: 'POST',
    url: urlBelow(context.credentials.baseUrl, `/v1/${kind}`),
    headers: headersOf(context),
    json: { model: request.model, ...fields, ...(images.length > 0 && { promptImage: images }) },
    about: 'order',
    isRefusal: ({ names }) => names.some((name) => name.startsWith('SAFETY')),
  };
}

function headersOf({ credentials: { apiKey } }: MediaContext): Record<string, string> {
  return { authorization: `Bearer ${apiKey}`, 'x-runway-version': VERSION };
}

/** @throws ProviderError for a task that failed or was cancelled */
export function readTask(task: unknown, secrets: readonly string[]): PollResult {
  if (!isObject(task)) throw malformed('the provider says nothing of the job');
  const { status, progress, output, failure, failureCode } = task;
  switch (status) {
    case 'PENDING':
    case 'THROTTLED':
      return { state: 'waiting', nextInMs: NEXT_MS };
    case 'RUNNING':
      return { state: 'waiting', nextInMs: NEXT_MS, ...doneOf(progress) };
    case 'SUCCEEDED':
      return { state: 'ended', events: [pieceAt(0, listOf(output)[0])] };
    case 'CANCELLED':
      throw failedJob('the provider has cancelled the job', secrets);
    case 'FAILED': {
      const code = typeof failureCode === 'string' ? failureCode : '';
      if (code.startsWith('SAFETY')) return { state: 'ended', events: refusedPieces(1, failure, secrets) };
      if (!code.startsWith('ASSET.INVALID')) throw failedJob(failure, secrets);
      const words = typeof failure === 'string' ? safeMessage(failure, secrets) : '';
      throw new ProviderError('provider_rejected', words || code, { status: 400, param: 'image' });
    }
    default:
      throw malformed('the provider says nothing of the job that is known');
  }
}

/** Whether a task is unfinished, so that deleting it loses no result. */
export function isUnfinished(task: unknown): boolean {
  const status = isObject(task) ? task['status'] : undefined;
  return status === 'PENDING' || status === 'THROTTLED' || status === 'RUNNING';
}

/** Whether a task was cancelled without cost. */
export function isUnbilled(task: unknown): boolean {
  return isObject(task) && task['status'] === 'CANCELLED' && inside(task, 'cost')['credits'] === 0;
}

export const runwayProvider: Provider = {
  dialect: 'runway',
  media: { videos: { jobs: runwayVideos } },
};
