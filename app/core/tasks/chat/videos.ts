import { AppError } from '#app/contracts/errors.ts';
import type { ChatRequest } from '#app/contracts/openai/chat-request.ts';
import type { Video } from '#app/core/catalogue/tokens/video-tokens.ts';
import { readVideoFacts } from '#app/core/files/media/media-in-memory.ts';
import type { Turn } from '#app/core/platform/concurrency.ts';
import { isVideoUrl, readDataUrl } from '#app/core/providers/shared/data-url.ts';

/** A video in the body of a call. */
export interface CallVideo extends Video {
  bytes: number;
  /** Path of the part: `messages[0].content[1]`. */
  field: string;
}

/** The videos of a call, by the parts that contain them. */
export type Videos = ReadonlyMap<object, CallVideo>;

/** The provider with the highest limit for one prompt accepts ten. */
const MAX_VIDEOS = 10;

/** Returns whether a part of a turn is a video. */
export function isVideoPart(part: { type: string; file?: { file_data?: string | undefined } }): boolean {
  return part.type === 'file' && isVideoUrl(part.file?.file_data ?? '');
}

/**
 * Inspects the videos of a call as uploads are inspected: dimensions in pixels, and duration in seconds by
 * the longest value that the file states anywhere.
 * @param turn the account whose turn the work takes; null: at once
 * @throws AppError invalid_request, naming the field, for too many videos and for one without a duration;
 * unavailable
 */
export async function measureVideos(messages: ChatRequest['messages'], turn: Turn | null): Promise<Videos> {
  const videos = new Map<object, CallVideo>();
  for (const [turnPlace, { content }] of messages.entries()) {
    if (!Array.isArray(content)) continue;
    for (const [place, part] of content.entries()) {
      if (part.type !== 'file' || !isVideoPart(part)) continue;
      const field = `messages[${turnPlace}].content[${place}]`;
      if (videos.size === MAX_VIDEOS)
        throw new AppError('invalid_request', {
          param: field,
          message: `${field}: a request may contain at most ${MAX_VIDEOS} videos.`,
        });
      const { base64 } = readDataUrl(part.file.file_data!)!;
      // One after the other: each is in memory a second time meanwhile.
      const { bytes, size, seconds } = await readVideoFacts(Buffer.from(base64, 'base64'), field, turn);
      videos.set(part, { size, seconds, bytes: bytes.byteLength, field });
    }
  }
  return videos;
}
