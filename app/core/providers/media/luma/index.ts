import { urlBelow } from '#app/core/providers/shared/url-below.ts';
import type { MediaContext, MediaJobAdapter, VideoRequest } from '../contract.ts';
import { call, type Call } from '../shared/call.ts';
import { secretsOf } from '../shared/failure.ts';
import { jobName } from '../shared/pieces.ts';
import { UNSENT } from '../shared/unsent.ts';
import { findByCallback, readGeneration } from './look.ts';
import { headersOf, toOrder } from './request.ts';

const MOST_LISTED = 100;
/** Each generation repeats its request, which may hold pictures. */
const LIST_LIMIT = 64 * 1024 * 1024;

/** Videos by Luma. */
export const lumaVideos: MediaJobAdapter<VideoRequest> = {
  id: 'luma-videos',
  mostPieces: 1,
  check: (request) => void toOrder(request, UNSENT),
  async order(request, context) {
    return jobName((await call(toOrder(request, context), context))['id']);
  },
  /** The list shows where an order reports to, and that address carries our key. */
  async find(_request, context) {
    if (context.webhookUrl === null) return null;
    const list = get('', context);
    list.url.searchParams.set('limit', String(MOST_LISTED));
    const id = findByCallback(await call(list, context), context.webhookUrl);
    return id === null ? null : jobName(id);
  },
  async look(jobId, context) {
    const generation = await call(get(`/${jobName(jobId)}`, context), context);
    return readGeneration(generation, secretsOf(context.credentials));
  },
  /** To delete it is the only call, which promises nothing of the bill and takes the video away. */
  cancel: () => Promise.resolve(false),
};

function get(path: string, context: MediaContext): Call {
  const url = urlBelow(context.credentials.baseUrl, `/generations${path}`);
  return { method: 'GET', url, headers: headersOf(context), about: 'job', limit: LIST_LIMIT };
}
