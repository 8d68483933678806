import { malformed } from '#app/core/providers/shared/json.ts';
import type { MediaLook } from '../contract.ts';
import { failedJob } from '../shared/failure.ts';
import { inside, listOf, pieceAt, refusedPieces } from '../shared/pieces.ts';

/** The maker has no code for it at a task that has failed. */
const REFUSAL = /risk control|content (?:security|safety|policy)|sensitive/i;

/** @throws ProviderError for a task that has failed */
export function readTask(data: Record<string, unknown>, secrets: readonly string[]): MediaLook {
  const { task_status: status, task_status_msg: said } = data;
  switch (status) {
    case 'submitted':
    case 'processing':
      return { state: 'waiting' };
    case 'succeed': {
      const video = listOf(inside(data, 'task_result')['videos'])[0];
      return { state: 'ended', events: [pieceAt(0, inside({ video }, 'video')['url'])] };
    }
    case 'failed': {
      const words = typeof said === 'string' ? said.slice(0, 4096) : '';
      if (!REFUSAL.test(words)) throw failedJob(words, secrets);
      return { state: 'ended', events: refusedPieces(1, words, secrets) };
    }
    default:
      throw malformed('the provider says nothing of the job that is known');
  }
}
