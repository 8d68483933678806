import type { PixelSize } from '#app/contracts/cost.ts';
import { AppError, type ErrorCode } from '#app/contracts/errors.ts';
import type { GenerationState } from '#app/contracts/generation.ts';
import type { VideoAnswer } from '#app/contracts/openai/answers/video-answer.ts';
import { publicCode } from '#app/contracts/openai/public-error.ts';
import { failureReason } from '../answering/end-error.ts';

/** What is known of an order of a video. */
interface Known {
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

/** The video that is there. */
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

/**
 * A video in OpenAI's words.
 * @param made the file, where it is there and was looked for
 * @param prompt where the caller has just sent it
 */
export function toVideoObject(
  job: Known,
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

const inSeconds = (time: Date) => Math.floor(time.getTime() / 1000);

function errorOf({ state, ...failed }: Known): VideoAnswer['error'] {
  if (state === 'stopped') return { code: 'cancelled', message: 'The video was cancelled.' };
  const code = failed.errorCode ?? 'interrupted';
  return { code: publicCode(code), message: failureReason(failed) ?? new AppError(code).message };
}
