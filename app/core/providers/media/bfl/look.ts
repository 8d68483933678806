import { ProviderError } from '#app/core/providers/contract.ts';
import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import type { MediaLook } from '../contract.ts';
import { readComplaint } from '../shared/complaint.ts';
import { failedJob } from '../shared/failure.ts';
import { doneOf, inside, pieceAt, refusedPieces } from '../shared/pieces.ts';

const UNREADABLE = 'the provider says nothing of the job that is known';

/** @throws ProviderError for a job that has failed or is gone */
export function readResult(answer: unknown, secrets: readonly string[]): MediaLook {
  if (!isObject(answer)) throw malformed(UNREADABLE);
  switch (answer['status']) {
    case 'Pending':
      return { state: 'waiting', ...doneOf(answer['progress']) };
    case 'Ready':
      return { state: 'ended', events: [pieceAt(0, inside(answer, 'result')['sample'])] };
    case 'Request Moderated':
    case 'Content Moderated':
      return { state: 'ended', events: refusedPieces(1, answer['status'], secrets) };
    case 'Error':
    case 'Failed':
      throw failedJob(readComplaint(answer['details'] ?? {}).message, secrets);
    case 'Task not found':
      throw new ProviderError('provider_unavailable', 'the provider does not know the job', { status: 404 });
    default:
      throw malformed(UNREADABLE);
  }
}
