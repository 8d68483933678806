import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import type { MediaLook } from '../contract.ts';
import type { MediaSource } from '../piece.ts';
import { readComplaint } from '../shared/complaint.ts';
import { failedJob } from '../shared/failure.ts';
import { doneOf, refusedPieces } from '../shared/pieces.ts';
import { isRefusal } from './request.ts';

/**
 * What a video says of itself.
 * @param content where it is fetched when it is there
 * @throws ProviderError for one that has failed
 */
export function readVideo(video: unknown, content: MediaSource, secrets: readonly string[]): MediaLook {
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
