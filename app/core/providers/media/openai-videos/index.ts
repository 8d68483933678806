import { urlBelow } from '#app/core/providers/shared/url-below.ts';
import type { MediaJobAdapter, VideoRequest } from '../contract.ts';
import { call } from '../shared/call.ts';
import { secretsOf } from '../shared/failure.ts';
import { jobName } from '../shared/pieces.ts';
import { UNSENT } from '../shared/unsent.ts';
import { readVideo } from './look.ts';
import { headersOf, isRefusal, toOrder } from './request.ts';

/** Videos by whoever speaks OpenAI's format of them. */
export const openAiVideos: MediaJobAdapter<VideoRequest> = {
  id: 'openai-videos',
  mostPieces: 1,
  check: (request) => void toOrder(request, UNSENT),
  async order(request, context) {
    return jobName((await call(toOrder(request, context), context))['id']);
  },
  /** The list shows no key of ours, and two people may have asked for the same. */
  find: () => Promise.resolve(null),
  async look(jobId, context) {
    const path = `/videos/${jobName(jobId)}`;
    const headers = headersOf(context);
    const at = (more: string) => urlBelow(context.credentials.baseUrl, `${path}${more}`);
    const video = await call({ method: 'GET', url: at(''), headers, about: 'job', isRefusal }, context);
    return readVideo(video, { url: at('/content').href, headers }, secretsOf(context.credentials));
  },
  /** To delete it is the only call, which promises nothing of the bill and takes the video away. */
  cancel: () => Promise.resolve(false),
};
