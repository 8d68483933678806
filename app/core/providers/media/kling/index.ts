import { ProviderError } from '#app/core/providers/contract.ts';
import { urlBelow } from '#app/core/providers/shared/url-below.ts';
import type { MediaContext, MediaJobAdapter, VideoRequest } from '../contract.ts';
import { call, type Call } from '../shared/call.ts';
import { secretsOf } from '../shared/failure.ts';
import { jobName } from '../shared/pieces.ts';
import { UNSENT } from '../shared/unsent.ts';
import { dataOf, isRefusal } from './failure.ts';
import { readTask } from './look.ts';
import { fromJobId, kindOf, toJobId, toOrder, type Kind } from './request.ts';
import { bearer } from './token.ts';

/** Videos by Kling. */
export const klingVideos: MediaJobAdapter<VideoRequest> = {
  id: 'kling-videos',
  mostPieces: 1,
  check: (request) => void toOrder(request, UNSENT),
  async order(request, context) {
    const { kind, json } = toOrder(request, context);
    const { task_id: id } = await ask(kind, { method: 'POST', json, about: 'order' }, context);
    return toJobId(kind, jobName(id));
  },
  /** A task answers to our key as to its own name. */
  async find(request, context) {
    const kind = kindOf(request);
    const path = `/${encodeURIComponent(context.key)}` as const;
    try {
      const { task_id: id } = await ask(kind, { method: 'GET', about: 'job', path }, context);
      return toJobId(kind, jobName(id));
    } catch (error) {
      if (error instanceof ProviderError && error.status === 404) return null;
      throw error;
    }
  },
  async look(jobId, context) {
    const { kind, taskId } = fromJobId(jobId);
    const path = `/${jobName(taskId)}` as const;
    const data = await ask(kind, { method: 'GET', about: 'job', path }, context);
    return readTask(data, secretsOf(context.credentials));
  },
  /** There is no such call. */
  cancel: () => Promise.resolve(false),
};

async function ask(
  kind: Kind,
  { path = '', ...asked }: Pick<Call, 'method' | 'json' | 'about'> & { path?: string },
  context: MediaContext,
): Promise<Record<string, unknown>> {
  const { signal, credentials } = context;
  const { apiKey, baseUrl } = credentials;
  const headers = { authorization: `Bearer ${await bearer(apiKey)}` };
  const url = urlBelow(baseUrl, `/v1/videos/${kind}${path}`);
  const answer = await call({ ...asked, url, headers, isRefusal }, { signal, credentials });
  const data = dataOf(answer, asked.about, secretsOf(credentials));
  // Only now: errors come under status 200, too.
  context.onTaken?.();
  return data;
}
