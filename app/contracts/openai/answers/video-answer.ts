import { z } from 'zod';

const time = z.int().describe('Unix time in seconds.');

/** A video in the format of OpenAI’s clients. */
export const videoAnswer = z
  .object({
    id: z.string().describe('Also the ID of its receipt.'),
    object: z.literal('video'),
    model: z.string(),
    status: z.enum(['queued', 'in_progress', 'completed', 'failed']),
    progress: z.int().min(0).max(100).describe('As reported by the provider.'),
    created_at: time,
    completed_at: time.nullable(),
    expires_at: time.nullable().describe('When its file is deleted automatically.'),
    prompt: z
      .string()
      .nullable()
      .describe('Only in the response that creates the video; the prompt is not stored for later.'),
    seconds: z.string().nullable().describe('null if the model chooses and the video is not ready yet.'),
    size: z
      .string()
      .nullable()
      .describe('`1280x720`; null if the model chooses and the video is not ready yet.'),
    remixed_from_video_id: z.null(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ title: 'Video' });

/** The answer of GET /api/v1/videos. */
export const videoListAnswer = z
  .object({
    object: z.literal('list'),
    data: z.array(videoAnswer),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.boolean(),
  })
  .meta({ title: 'VideoList' });

/** The answer of DELETE /api/v1/videos/{id}. */
export const videoDeletedAnswer = z
  .object({
    id: z.string(),
    object: z.literal('video.deleted'),
    deleted: z.boolean().describe('false for a video that is being canceled: it exists until it has ended.'),
  })
  .meta({ title: 'VideoDeleted' });

export type VideoAnswer = z.output<typeof videoAnswer>;
export type VideoListAnswer = z.output<typeof videoListAnswer>;
export type VideoDeletedAnswer = z.output<typeof videoDeletedAnswer>;
