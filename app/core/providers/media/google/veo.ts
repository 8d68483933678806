import { googleHeaders, googleUrl } from '#app/core/providers/shared/google-address.ts';
import type { MediaJobAdapter, VideoRequest } from '../contract.ts';
import { call } from '../shared/call.ts';
import { secretsOf } from '../shared/failure.ts';
import { UNSENT } from '../shared/unsent.ts';
import { statusOf } from './target.ts';
import { fileAt, operationName, readOperation } from './veo-look.ts';
import { toVeoOrder } from './veo-request.ts';

/** Videos by Google's Veo models. */
export const googleVideos: MediaJobAdapter<VideoRequest> = {
  id: 'google-videos',
  mostPieces: 1,
  check: (request) => void toVeoOrder(request, UNSENT),
  async order(request, context) {
    return operationName((await call(toVeoOrder(request, context), context))['name']);
  },
  /** It has no list, and takes no key of ours. */
  find: () => Promise.resolve(null),
  async look(jobId, context) {
    const { credentials } = context;
    const headers = googleHeaders(context);
    const url = googleUrl(credentials.baseUrl, `/${operationName(jobId)}`);
    const operation = await call({ method: 'GET', url, headers, about: 'job', statusOf }, context);
    const base = new URL(credentials.baseUrl);
    return readOperation(operation, (uri) => fileAt(uri, { base, headers }), secretsOf(credentials));
  },
  /** There is no such call: it goes on. */
  cancel: () => Promise.resolve(false),
};
