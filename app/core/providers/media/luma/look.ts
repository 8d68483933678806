import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import type { MediaLook } from '../contract.ts';
import { failedJob } from '../shared/failure.ts';
import { inside, listOf, pieceAt, refusedPieces } from '../shared/pieces.ts';
import { isRefusal } from './request.ts';

/** @throws ProviderError for a generation that has failed */
export function readGeneration(generation: unknown, secrets: readonly string[]): MediaLook {
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

/** The name of the order that reports to an address of ours, in a list of generations. */
export function findByCallback(list: unknown, callbackUrl: string): unknown {
  const generations = Array.isArray(list) ? list : listOf(isObject(list) ? list['generations'] : null);
  const found: unknown = generations.find((one) => inside(one, 'request')['callback_url'] === callbackUrl);
  return isObject(found) ? found['id'] : null;
}
