import { ProviderError } from '#app/core/providers/contract.ts';
import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import type { MediaLook } from '../contract.ts';
import { failedJob } from '../shared/failure.ts';
import { readComplaint } from '../shared/complaint.ts';
import { inside, pieceAt, refusedPieces } from '../shared/pieces.ts';
import { isRefusedCode } from './failure.ts';

const NOTHING_KNOWN = 'the provider says nothing of the job that is known';

/**
 * What the first wire says of a task.
 * @returns the name of the file that is there, or that it waits
 * @throws ProviderError for one that has failed
 */
export function readFirstTask(task: unknown, secrets: readonly string[]): MediaLook | { file: string } {
  const { status, file_id: file } = isObject(task) ? task : {};
  switch (status) {
    case 'Preparing':
    case 'Queueing':
    case 'Processing':
      return { state: 'waiting' };
    case 'Success':
      if (typeof file !== 'string' || !/^\w{1,64}$/.test(file))
        throw malformed('the provider has sent no video');
      return { file };
    case 'Fail': {
      const { status_code: code, status_msg: said } = inside(task, 'base_resp');
      if (!isRefusedCode(code)) throw failedJob(said, secrets);
      return { state: 'ended', events: refusedPieces(1, said, secrets) };
    }
    default:
      throw malformed(NOTHING_KNOWN);
  }
}

/** Where the file of the first wire is. */
export function readFile(answer: unknown): MediaLook {
  return { state: 'ended', events: [pieceAt(0, inside(answer, 'file')['download_url'], 'video/mp4')] };
}

/** @throws ProviderError for a task of the second wire that has failed, was cancelled or is forgotten */
export function readSecondTask(answer: unknown, secrets: readonly string[]): MediaLook {
  const task = inside(answer, 'task');
  switch (task['status']) {
    case 'queued':
    case 'running':
      return { state: 'waiting' };
    case 'succeeded':
      return { state: 'ended', events: [pieceAt(0, inside(task, 'content')['url'], 'video/mp4')] };
    case 'failed': {
      const { message, names } = readComplaint({ error: task['error'] });
      if (!names.some((name) => isRefusedCode(Number(name)))) throw failedJob(message, secrets);
      return { state: 'ended', events: refusedPieces(1, message, secrets) };
    }
    case 'cancelled':
      throw failedJob('the provider has cancelled the job', secrets);
    case 'expired':
      throw new ProviderError('provider_unavailable', 'the provider has given the job up');
    default:
      throw malformed(NOTHING_KNOWN);
  }
}
