import { isObject } from '#app/core/providers/shared/json.ts';
import { readComplaint } from '../shared/complaint.ts';
import { toMediaError, type About } from '../shared/failure.ts';
import { inside } from '../shared/pieces.ts';

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

/** Whether policy has refused the words or the result. */
export function isRefusedCode(code: unknown): boolean {
  return REFUSALS.has(code);
}

/**
 * Errors come under status 200, in `base_resp`.
 * @throws ProviderError for a code other than 0; an answer without one says nothing of errors
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
