import { urlBelow } from '#app/core/providers/shared/url-below.ts';
import type { MediaContext, MediaJobAdapter, VideoRequest } from '../contract.ts';
import { call, type Call } from '../shared/call.ts';
import { secretsOf } from '../shared/failure.ts';
import { jobName } from '../shared/pieces.ts';
import { UNSENT } from '../shared/unsent.ts';
import { isUnbilled, isUnderWay, readTask } from './look.ts';
import { headersOf, toOrder } from './request.ts';

/** Videos by Runway. */
export const runwayVideos: MediaJobAdapter<VideoRequest> = {
  id: 'runway-videos',
  mostPieces: 1,
  check: (request) => void toOrder(request, UNSENT),
  async order(request, context) {
    return jobName((await call(toOrder(request, context), context))['id']);
  },
  /** It has no list, and takes no key of ours. */
  find: () => Promise.resolve(null),
  async look(jobId, context) {
    return readTask(await call(task(jobId, context), context), secretsOf(context.credentials));
  },
  /** The call that cancels a task deletes a finished one, so it is looked at before; its cost is told after. */
  async cancel(jobId, context) {
    if (!isUnderWay(await call(task(jobId, context), context))) return false;
    await call({ ...task(jobId, context), method: 'DELETE', mayBeEmpty: true }, context);
    return isUnbilled(await call(task(jobId, context), context));
  },
};

function task(jobId: string, context: MediaContext): Call {
  const url = urlBelow(context.credentials.baseUrl, `/v1/tasks/${jobName(jobId)}`);
  return { method: 'GET', url, headers: headersOf(context), about: 'job' };
}
