import type { MediaSource } from '#app/core/providers/contract.ts';
import type {
  MediaContext,
  MediaJobAdapter,
  PollResult,
  OrderContext,
  VideoRequest,
} from '#app/core/providers/media/contract.ts';
import { call, UNSENT, type Call } from '#app/core/providers/media/shared/call.ts';
import { readComplaint, type Complaint } from '#app/core/providers/media/shared/complaint.ts';
import { failedJob, secretsOf } from '#app/core/providers/media/shared/failure.ts';
import { as, within, writeFields, type Writers } from '#app/core/providers/media/shared/fields.ts';
import { doneOf, validJobId, refusedPieces } from '#app/core/providers/media/shared/pieces.ts';
import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import { urlBelow } from '#app/core/providers/shared/url.ts';
import type { Provider } from '#app/core/providers/provider.ts';

/** Video adapter for providers of OpenAI's format. */
export const openAiVideos: MediaJobAdapter<VideoRequest> = {
  id: 'openai-videos',
  maxPieces: 1,
  check: (request) => void toOrder(request, UNSENT),
  async order(request, context) {
    return validJobId((await call(toOrder(request, context), context))['id']);
  },
  /** The list contains no key of ours, and two users may have ordered the same. */
  find: () => Promise.resolve(null),
  async poll(jobId, context) {
    const path = `/videos/${validJobId(jobId)}`;
    const headers = headersOf(context);
    const at = (more: string) => urlBelow(context.credentials.baseUrl, `${path}${more}`);
    const video = await call({ method: 'GET', url: at(''), headers, about: 'job', isRefusal }, context);
    return readVideo(video, { url: at('/content').href, headers }, secretsOf(context.credentials));
  },
  /** The only related call deletes the job: it promises nothing about the bill and removes the video. */
  cancel: () => Promise.resolve(false),
};

/** No server of this wire is known to make longer videos. */
const MAX_SECONDS = 20;

const FIELDS: Writers<Omit<VideoRequest, 'firstFrame'>> = {
  prompt: as('prompt'),
  seconds: within('seconds', [1, MAX_SECONDS], (seconds) => ({ seconds: String(seconds) })),
  size: ({ width, height }) => ({ size: `${width}x${height}` }),
};

/**
 * Builds a form, since it may contain an image.
 * @throws ProviderError naming the field that the wire does not have
 */
export function toOrder(request: VideoRequest, context: OrderContext): Call {
  const { firstFrame, ...rest } = request;
  const form = new FormData();
  form.set('model', request.model);
  for (const [name, value] of Object.entries(writeFields(rest, FIELDS))) form.set(name, String(value));
  if (firstFrame) {
    const file = new Blob([new Uint8Array(firstFrame.bytes)], { type: firstFrame.mimeType });
    form.set('input_reference', file, 'first-frame');
  }
  return {
    method: 'POST',
    url: urlBelow(context.credentials.baseUrl, '/videos'),
    // Not every server supports this header, so orders are not repeated in reliance on it.
    headers: { ...headersOf(context), 'idempotency-key': context.key },
    form,
    about: 'order',
    isRefusal,
  };
}

function headersOf({ credentials: { apiKey } }: MediaContext): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

export function isRefusal({ names }: Complaint): boolean {
  return ['moderation_blocked', 'content_policy_violation', 'content_filter'].some((name) =>
    names.includes(name),
  );
}

/**
 * Reads the state of a video.
 * @param content the address of the finished file
 * @throws ProviderError if it failed
 */
export function readVideo(video: unknown, content: MediaSource, secrets: readonly string[]): PollResult {
  const { status, progress, error } = isObject(video) ? video : {};
  if (status === 'queued' || status === 'in_progress') {
    return { state: 'waiting', ...doneOf(typeof progress === 'number' ? progress / 100 : undefined) };
  }
  if (status === 'completed') {
    return { state: 'ended', events: [{ type: 'piece', index: 0, source: content, mimeType: 'video/mp4' }] };
  }
  if (status !== 'failed') throw malformed('the provider says nothing of the job that is known');
  const complaint = readComplaint({ error });
  if (!isRefusal(complaint)) throw failedJob(complaint.message, secrets);
  return { state: 'ended', events: refusedPieces(1, complaint.message, secrets) };
}

export const openAiVideosProvider: Provider = {
  dialect: 'openai-videos',
  media: { videos: { jobs: openAiVideos } },
};
