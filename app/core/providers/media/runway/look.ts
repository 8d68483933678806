import { ProviderError } from '#app/core/providers/contract.ts';
import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import { safeMessage } from '#app/core/providers/shared/safe-message.ts';
import type { MediaLook } from '../contract.ts';
import { failedJob } from '../shared/failure.ts';
import { doneOf, inside, listOf, pieceAt, refusedPieces } from '../shared/pieces.ts';

/** The maker asks for five seconds between looks. */
const NEXT_MS = 6000;

/** @throws ProviderError for a task that has failed or was cancelled */
export function readTask(task: unknown, secrets: readonly string[]): MediaLook {
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

/** Whether a task is still to be done, so that to delete it takes nothing away. */
export function isUnderWay(task: unknown): boolean {
  const status = isObject(task) ? task['status'] : undefined;
  return status === 'PENDING' || status === 'THROTTLED' || status === 'RUNNING';
}

/** Whether a task has ended by our wish and cost nothing. */
export function isUnbilled(task: unknown): boolean {
  return isObject(task) && task['status'] === 'CANCELLED' && inside(task, 'cost')['credits'] === 0;
}
