import { ProviderError } from '#app/core/providers/contract.ts';
import type {
  ImageRequest,
  MediaContext,
  MediaEvent,
  MediaJobAdapter,
  MediaLook,
  OrderContext,
  VideoRequest,
} from '../contract.ts';
import { call, type Call } from '../shared/call.ts';
import { jobName, refusedPieces } from '../shared/pieces.ts';
import { UNSENT } from '../shared/unsent.ts';
import { readPictures, readStatus, readVideo } from './events.ts';
import { MOST_PICTURES } from './options.ts';
import { fromJobId, headersOf, imageOrder, isRefusal, jobUrl, toJobId, videoOrder } from './request.ts';

type LookContext = MediaContext & { model: string };

/** Pictures by fal's queue. */
export const falImages: MediaJobAdapter<ImageRequest> = {
  id: 'fal-images',
  mostPieces: MOST_PICTURES,
  check: (request) => void imageOrder(request, UNSENT),
  order: (request, context) => order(imageOrder(request, context), request.count, context),
  find: noWay,
  nameOf: (toldId, { count }) => toJobId(jobName(toldId), count),
  look: (jobId, context) => look(jobId, context, readPictures),
  cancel,
};

/** Videos by fal's queue. */
export const falVideos: MediaJobAdapter<VideoRequest> = {
  id: 'fal-videos',
  mostPieces: 1,
  check: (request) => void videoOrder(request, UNSENT),
  order: (request, context) => order(videoOrder(request, context), 1, context),
  find: noWay,
  nameOf: (toldId) => toJobId(jobName(toldId), 1),
  look: (jobId, context) => look(jobId, context, readVideo),
  cancel,
};

async function order(asked: Call, count: number, context: OrderContext): Promise<string> {
  const { request_id: id } = await call(asked, context);
  return toJobId(jobName(id), count);
}

/** It has no list, and takes no key of ours: its webhook alone knows the order again. */
function noWay(): Promise<null> {
  return Promise.resolve(null);
}

/** A job that has failed is complete, too; its result is then the error. */
async function look(
  jobId: string,
  context: LookContext,
  read: (result: unknown) => MediaEvent[],
): Promise<MediaLook> {
  const { requestId, count } = fromJobId(jobId);
  const waiting = readStatus(await get('/status', requestId, context));
  if (waiting) return waiting;
  try {
    return { state: 'ended', events: read(await get('', requestId, context)) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.code === 'content_filter')
      return { state: 'ended', events: refusedPieces(count, error.message, []) };
    throw hasFailed(error) ? new ProviderError(error.code, error.message, { status: 500 }) : error;
  }
}

/** The model's own failure stays what it is, however often it is asked for. */
function hasFailed({ status }: ProviderError): boolean {
  return status === 500 || status === 400 || status === 422;
}

function get(path: string, requestId: string, context: LookContext): Promise<unknown> {
  return call({ method: 'GET', about: 'job', isRefusal, ...target(path, requestId, context) }, context);
}

/** It passes a wish on, and does not say what becomes of it: a job that it ends has then failed. */
async function cancel(jobId: string, context: LookContext): Promise<boolean> {
  const { requestId } = fromJobId(jobId);
  await call({ method: 'PUT', about: 'job', ...target('/cancel', requestId, context) }, context).catch(
    (error: unknown) => {
      if (!(error instanceof ProviderError) || error.status !== 400) throw error;
    },
  );
  return false;
}

function target(
  path: string,
  requestId: string,
  { model, credentials }: LookContext,
): Pick<Call, 'url' | 'headers'> {
  const { apiKey, baseUrl } = credentials;
  return { url: jobUrl(model, requestId, path, baseUrl), headers: headersOf(apiKey) };
}
