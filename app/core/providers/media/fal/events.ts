import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import type { MediaEvent, MediaLook } from '../contract.ts';
import { inside, listOf, pieceAt, refusedPieces } from '../shared/pieces.ts';

/** What the status of a queue says: null where the result can be asked for. */
export function readStatus(answer: unknown): MediaLook | null {
  const status = isObject(answer) ? answer['status'] : undefined;
  if (status === 'COMPLETED') return null;
  if (status === 'IN_QUEUE' || status === 'IN_PROGRESS') return { state: 'waiting' };
  throw malformed('the provider says nothing of the job that is known');
}

/** The pictures of a result; those that its safety check has blacked out are refused. */
export function readPictures(result: unknown): MediaEvent[] {
  if (!isObject(result)) throw malformed('the provider has sent no result');
  const hidden = listOf(result['has_nsfw_concepts']);
  const images = listOf(result['images'] ?? result['image']);
  if (images.length === 0) throw malformed('the provider has sent no picture');
  return images.flatMap((image, index) =>
    hidden[index] === true ? refusedPieces(1, 'nsfw', []) : [pieceFrom(image, index)],
  );
}

/** The video of a result. */
export function readVideo(result: unknown): MediaEvent[] {
  return [pieceFrom(inside(result, 'video'), 0)];
}

function pieceFrom(file: unknown, index: number): MediaEvent {
  const { url, content_type: type } = isObject(file) ? file : {};
  return pieceAt(index, url, type);
}
