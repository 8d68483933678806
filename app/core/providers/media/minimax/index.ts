import { ProviderError } from '#app/core/providers/contract.ts';
import type { MediaContext, MediaJobAdapter, MediaLook, OrderContext, VideoRequest } from '../contract.ts';
import { call, type Call } from '../shared/call.ts';
import { secretsOf } from '../shared/failure.ts';
import { jobName } from '../shared/pieces.ts';
import { UNSENT } from '../shared/unsent.ts';
import { throwIfFailed } from './failure.ts';
import { readFile, readFirstTask, readSecondTask } from './look.ts';
import { toFirstOrder, toSecondOrder } from './request.ts';
import { headersOf, isSecondWire, minimaxUrl } from './target.ts';

/** Videos by MiniMax, over the wire that the model speaks. */
export const minimaxVideos: MediaJobAdapter<VideoRequest> = {
  id: 'minimax-videos',
  mostPieces: 1,
  check: (request) => void toAnyOrder(request, UNSENT),
  async order(request, context) {
    try {
      return await sendOrder(request, context);
    } catch (error) {
      // It has asked the address whether we are there, and heard nothing: then we look without being told.
      if (context.webhookUrl === null || !isOfCallback(error)) throw error;
      return sendOrder(request, { ...context, webhookUrl: null });
    }
  },
  /** What it lists shows no key of ours, and two people may have asked for the same. */
  find: () => Promise.resolve(null),
  look: (jobId, context) =>
    isSecondWire(context.model)
      ? lookAtSecond(jobName(jobId), context)
      : lookAtFirst(jobName(jobId), context),
  /** There is no such call. */
  cancel: () => Promise.resolve(false),
};

async function sendOrder(request: VideoRequest, context: OrderContext): Promise<string> {
  const isSecond = isSecondWire(request.model);
  const url = minimaxUrl(context, `/${isSecond ? 'v2' : 'v1'}/video_generation`);
  const json = toAnyOrder(request, context);
  const { task_id: id } = await ask({ method: 'POST', url, json, about: 'order' }, context);
  return jobName(id);
}

function toAnyOrder(request: VideoRequest, reporting: Pick<OrderContext, 'webhookUrl'>): object {
  return isSecondWire(request.model) ? toSecondOrder(request, reporting) : toFirstOrder(request, reporting);
}

/** Whether an order was refused for the address that it reports to; nothing was ordered then. */
function isOfCallback(error: unknown): boolean {
  return error instanceof ProviderError && error.status === 400 && /callback|challenge/i.test(error.message);
}

async function lookAtSecond(taskId: string, context: MediaContext): Promise<MediaLook> {
  const url = minimaxUrl(context, `/v2/query/video_generation/${taskId}`);
  const task = await ask({ method: 'GET', url, about: 'job' }, context);
  return readSecondTask(task, secretsOf(context.credentials));
}

/** The task names a file, and the file has an address. */
async function lookAtFirst(taskId: string, context: MediaContext): Promise<MediaLook> {
  const url = minimaxUrl(context, '/v1/query/video_generation');
  url.searchParams.set('task_id', taskId);
  const secrets = secretsOf(context.credentials);
  const { signal, credentials } = context;
  const asked: Call = { method: 'GET', url, headers: headersOf(context), about: 'job' };
  const answer = await call(asked, { signal, credentials });
  // The code of a task that has failed is the task's own.
  if (answer['status'] !== 'Fail') throwIfFailed(answer, 'job', secrets);
  const task = readFirstTask(answer, secrets);
  if (!('file' in task)) return task;
  const files = minimaxUrl(context, '/v1/files/retrieve');
  files.searchParams.set('file_id', task.file);
  return readFile(await ask({ method: 'GET', url: files, about: 'job' }, context));
}

async function ask(asked: Omit<Call, 'headers'>, context: MediaContext): Promise<Record<string, unknown>> {
  const { signal, credentials } = context;
  const answer = await call({ ...asked, headers: headersOf(context) }, { signal, credentials });
  throwIfFailed(answer, asked.about, secretsOf(credentials));
  // Only now: errors come under status 200, too.
  context.onTaken?.();
  return answer;
}
