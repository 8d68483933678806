import { ProviderError } from '#app/core/providers/contract.ts';
import type { PollResult } from '#app/core/providers/media/contract.ts';
import { readComplaint } from '#app/core/providers/media/shared/complaint.ts';
import { failedJob, toMediaError, type About } from '#app/core/providers/media/shared/failure.ts';
import { inside, pieceAt, refusedPieces } from '#app/core/providers/media/shared/pieces.ts';
import { isObject, malformed } from '#app/core/providers/shared/json.ts';

const NOTHING_KNOWN = 'the provider says nothing of the job that is known';

const STATUSES: ReadonlyMap<unknown, number> = new Map([
  [1000, 500],
  [1001, 504],
  [1002, 429],
  [1004, 401],
  [1008, 402],
  [1013, 500],
  [1024, 500],
  [1026, 400],
  [1027, 400],
  [1033, 500],
  [1039, 429],
  [2013, 400],
  [2049, 401],
]);

const REFUSALS: ReadonlySet<unknown> = new Set([1026, 1027]);

/**
 * Reads the state of a task of the first wire.
 * @returns the name of the finished file, or the state of the job
 * @throws ProviderError if it failed
 */
export function readFirstTask(task: unknown, secrets: readonly string[]): PollResult | { file: string } {
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

/** Reads the address of a file of the first wire. */
export function readFile(answer: unknown): PollResult {
  return { state: 'ended', events: [pieceAt(0, inside(answer, 'file')['download_url'], 'video/mp4')] };
}

/** @throws ProviderError for a task of the second wire that failed, was cancelled or has expired */
export function readSecondTask(answer: unknown, secrets: readonly string[]): PollResult {
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

/** Whether policy refused the prompt or the result. */
function isRefusedCode(code: unknown): boolean {
  return REFUSALS.has(code);
}

/**
 * Reports an error under status 200, which is in `base_resp`.
 * @throws ProviderError for a code other than 0; an answer without a code is not an error
 */
export function throwIfFailed(answer: unknown, about: About, secrets: readonly string[]): void {
  const base = inside(answer, 'base_resp');
  const code = base['status_code'];
  if (code === undefined || code === 0) return;
  const { status_msg: said } = isObject(base) ? base : {};
  throw toMediaError({
    status: STATUSES.get(code) ?? 400,
    complaint: readComplaint(typeof said === 'string' ? { message: said } : {}),
    about,
    secrets,
    isRefusal: isRefusedCode(code),
  });
}
