import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import { toMediaError, type About } from '../shared/failure.ts';
import { readComplaint, type Complaint } from '../shared/complaint.ts';

const REFUSED = 1301;

/**
 * The data of an answer, which may be an error under status 200.
 * @throws ProviderError for a code other than 0
 */
export function dataOf(answer: unknown, about: About, secrets: readonly string[]): Record<string, unknown> {
  const { code, data } = isObject(answer) ? answer : {};
  if (code === 0) {
    if (isObject(data)) return data;
    throw malformed('the provider has sent nothing of the job');
  }
  if (typeof code !== 'number') throw malformed('the provider has answered without a code');
  throw toMediaError({
    status: statusOfCode(code),
    complaint: readComplaint(answer),
    about,
    secrets,
    isRefusal: code === REFUSED,
  });
}

/** The hundreds say what a code is about. */
function statusOfCode(code: number): number {
  if (code >= 5000) return 500;
  switch (Math.floor(code / 100)) {
    case 10:
      return 401;
    case 11:
      return code === 1103 ? 403 : 402;
    case 12:
      return code === 1203 ? 404 : 400;
    case 13:
      return code === REFUSED ? 400 : 429;
    default:
      return 400;
  }
}

export function isRefusal({ names }: Complaint): boolean {
  return names.includes(String(REFUSED));
}
