import { z } from 'zod';
import type { PixelSize } from '#app/contracts/cost.ts';
import { AppError, type ErrorCode } from '#app/contracts/errors.ts';
import { isFinalState, type GenerationState } from '#app/contracts/generation.ts';
import type {
  VideoAnswer,
  VideoDeletedAnswer,
  VideoListAnswer,
} from '#app/contracts/openai/answers/video-answer.ts';
import { publicCode } from '#app/contracts/openai/public-error.ts';
import { deleteFile } from '#app/core/files/records/file-rows.ts';
import { findFirstGenerated } from '#app/core/files/records/owned-files.ts';
import { orderCall } from '#app/core/generation/admit/call.ts';
import { hideJob, stopJob } from '#app/core/generation/recover/stop.ts';
import { findJob, pageJobs, type Job } from '#app/core/generation/report/jobs.ts';
import { isId } from '#app/core/platform/ids.ts';
import { callFacts } from '#app/features/hub-api/answering/call-facts.server.ts';
import { failureReason } from '#app/features/hub-api/answering/end-error.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { readBytes } from '#app/http/body/read-body.ts';
import { answerFile } from '#app/http/response/file-answer.ts';
import { JsonResponse } from '#app/http/response/written-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { readVideo } from './video-request.server.ts';

/** The body may include an input image or video. */
const MAX_BYTES = 20 * 1024 * 1024;

const TASK = 'video';

const params = z.object({ videoId: z.string() });

/** POST /api/v1/videos: orders a video, which the client then polls by its id. */
export const orderVideoCall = hubEndpoint({}, async (incoming) => {
  const { request, user, context } = incoming;
  const bytes = await readBytes(request, MAX_BYTES);
  const { body, fields } = await readVideo(request, bytes, { account: user.id, signal: context.closed });
  const { generationId, isRepeat } = await orderCall({
    target: 'job',
    task: TASK,
    ...callFacts({ ...incoming, bytes }),
    body,
    fields,
  });
  const { prompt } = body.record.order;
  return new JsonResponse(toVideoObject(await jobOf(user.id, generationId), { prompt }), {
    headers: {
      'cache-control': 'no-store',
      'x-generation-id': generationId,
      ...(isRepeat && { 'idempotent-replayed': 'true' }),
      ...(body.ignored.length > 0 && { 'x-parlance-ignored-parameters': body.ignored.join(', ') }),
    },
  });
});

const page = z.object({
  after: z.string().refine(isId, 'must be the id of a video').optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  order: z.enum(['asc', 'desc']).default('desc'),
});

/** GET /api/v1/videos: videos of the last day, newest first by default. */
export const listVideosCall = hubEndpoint(
  { query: page },
  async ({ user, query }): Promise<VideoListAnswer> => {
    const { after = null, limit: max, order } = query;
    const { jobs, hasMore } = await pageJobs(AUTOCOMMIT, { userId: user.id, task: TASK, after, order, max });
    return {
      object: 'list',
      data: await Promise.all(jobs.map((job) => viewOf(job, user.id))),
      first_id: jobs[0]?.id ?? null,
      last_id: jobs.at(-1)?.id ?? null,
      has_more: hasMore,
    };
  },
);

/**
 * GET /api/v1/videos/{id}. @throws AppError not_found for an id that is unknown, deleted or of another
 * account
 */
export const videoCall = hubEndpoint({ params }, async ({ user, params: { videoId } }) =>
  viewOf(await jobOf(user.id, videoId), user.id),
);

/**
 * DELETE /api/v1/videos/{id}: cancels a video in progress; deletes the file of one that has ended.
 * @throws AppError not_found
 */
export const deleteVideoCall = hubEndpoint(
  { params },
  async ({ user, params: { videoId } }): Promise<VideoDeletedAnswer> => {
    const owned = { userId: user.id, id: (await jobOf(user.id, videoId)).id };
    await stopJob(owned);
    const file = await findFirstGenerated(AUTOCOMMIT, { userId: user.id, generationId: owned.id });
    if (file) await deleteFile({ userId: user.id, id: file.id });
    return { id: owned.id, object: 'video.deleted', deleted: await hideJob(owned) };
  },
);

const content = z.object({
  variant: z
    .literal('video', { error: 'must be video: there are neither thumbnails nor spritesheets' })
    .optional(),
});

/**
 * GET /api/v1/videos/{id}/content: the bytes of the video, or a range of them.
 * @throws AppError conflict before the video is ready; not_found if it has expired, was deleted or has failed
 */
export const videoContentCall = hubEndpoint(
  { params, query: content },
  async ({ request, context, user, params: { videoId } }) => {
    const job = await jobOf(user.id, videoId);
    if (!isFinalState(job.state))
      throw new AppError('conflict', {
        param: 'id',
        message: `The video is not ready yet: ${job.donePercent}% done.`,
        // Clients repeat a 409 within seconds; the status of the video tells when it is ready.
        shouldRetry: false,
      });
    const file = await findFirstGenerated(AUTOCOMMIT, { userId: user.id, generationId: job.id });
    if (!file)
      throw new AppError('not_found', {
        message:
          job.state === 'done' ? 'The video is not kept any more.' : 'There is no video: it has failed.',
      });
    const sent = {
      object: file.objectName,
      type: file.mimeType,
      size: file.bytes,
      etag: `"${file.sha256.slice(0, 32)}"`,
    };
    return answerFile(request, sent, { headers: { 'x-generation-id': job.id }, closed: context.closed });
  },
);

/** Remixes, edits and extensions: OpenAI offers them, no model here does. */
export const reworkVideoCall = hubEndpoint({}, () => {
  throw new AppError('invalid_request', {
    param: 'id',
    message: 'Remixes, edits and extensions are not supported. Send the video as input_reference to /videos.',
  });
});

/** The facts of a video order. */
interface VideoFacts {
  id: string;
  state: GenerationState;
  model: string;
  asked: { seconds: number | null; size: PixelSize | null };
  donePercent: number;
  errorCode: ErrorCode | null;
  errorDetail: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

/** A finished video. */
interface MadeVideo extends PixelSize {
  seconds: number | null;
  expiresAt: Date | null;
}

const STATUSES: Readonly<Record<GenerationState, VideoAnswer['status']>> = {
  queued: 'queued',
  running: 'in_progress',
  done: 'completed',
  stopped: 'failed',
  failed: 'failed',
  interrupted: 'failed',
};

const inSeconds = (time: Date) => Math.floor(time.getTime() / 1000);

async function jobOf(userId: string, id: string): Promise<Job> {
  const job = await findJob(AUTOCOMMIT, { userId, task: TASK, id });
  if (job) return job;
  throw new AppError('not_found', { param: 'id', message: 'There is no such video.' });
}

async function viewOf(job: Job, userId: string) {
  const made =
    job.state === 'done' ? await findFirstGenerated(AUTOCOMMIT, { userId, generationId: job.id }) : null;
  return toVideoObject(job, { made });
}

/**
 * A video in OpenAI's form.
 * @param made the file, if it exists and the caller has read it
 * @param prompt only right after the caller has sent it
 */
function toVideoObject(
  job: VideoFacts,
  { made = null, prompt = null }: { made?: MadeVideo | null; prompt?: string | null } = {},
): VideoAnswer {
  const { id, state, model, asked, donePercent, createdAt, finishedAt } = job;
  const size = made ?? asked.size;
  const seconds = asked.seconds ?? (made?.seconds == null ? null : Math.ceil(made.seconds));
  return {
    id,
    object: 'video',
    model,
    status: STATUSES[state],
    progress: donePercent,
    created_at: inSeconds(createdAt),
    completed_at: state === 'done' && finishedAt ? inSeconds(finishedAt) : null,
    expires_at: made?.expiresAt ? inSeconds(made.expiresAt) : null,
    prompt,
    seconds: seconds === null ? null : String(seconds),
    size: size && `${size.width}x${size.height}`,
    remixed_from_video_id: null,
    error: STATUSES[state] === 'failed' ? errorOf(job) : null,
  };
}

function errorOf({ state, ...failed }: VideoFacts): VideoAnswer['error'] {
  if (state === 'stopped') return { code: 'cancelled', message: 'The video was canceled.' };
  const code = failed.errorCode ?? 'interrupted';
  return { code: publicCode(code), message: failureReason(failed) ?? new AppError(code).message };
}
