import type { ImageRequest, MediaJobAdapter } from '../contract.ts';
import { call } from '../shared/call.ts';
import { secretsOf } from '../shared/failure.ts';
import { UNSENT } from '../shared/unsent.ts';
import { readResult } from './look.ts';
import { headersOf, pollingUrl, toOrder } from './request.ts';

/** Pictures by Black Forest Labs themselves: one with each order. */
export const bflImages: MediaJobAdapter<ImageRequest> = {
  id: 'bfl-images',
  mostPieces: 1,
  check: (request) => void toOrder(request, UNSENT),
  async order(request, context) {
    const { id, polling_url: address } = await call(toOrder(request, context), context);
    return pollingUrl(address, id, context.credentials.baseUrl).href;
  },
  /** It has no list, and takes no key of ours. */
  find: () => Promise.resolve(null),
  async look(jobId, context) {
    const { apiKey, baseUrl } = context.credentials;
    const url = pollingUrl(jobId, null, baseUrl);
    const answer = await call({ method: 'GET', url, headers: headersOf(apiKey), about: 'job' }, context);
    return readResult(answer, secretsOf(context.credentials));
  },
  /** There is no such call. */
  cancel: () => Promise.resolve(false),
};
