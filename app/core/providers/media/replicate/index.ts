import { urlBelow } from '#app/core/providers/shared/url-below.ts';
import type {
  ImageRequest,
  MediaContext,
  MediaJobAdapter,
  MediaLook,
  OrderContext,
  VideoRequest,
} from '../contract.ts';
import { call } from '../shared/call.ts';
import { secretsOf } from '../shared/failure.ts';
import { writeFields } from '../shared/fields.ts';
import { jobName } from '../shared/pieces.ts';
import { findByWebhook, readPrediction } from './look.ts';
import { imageWriters, MOST_PICTURES, videoWriters } from './options.ts';
import { headersOf, toOrder } from './request.ts';

const LIST_LIMIT = 16 * 1024 * 1024;

/** Pictures by official models. */
export const replicateImages: MediaJobAdapter<ImageRequest> = {
  id: 'replicate-images',
  mostPieces: MOST_PICTURES,
  check: (request) => void writeFields(request, imageWriters(request.model)),
  order: (request, context) =>
    order(request.model, writeFields(request, imageWriters(request.model)), context),
  find,
  nameOf: jobName,
  look,
  cancel,
};

/** Videos by official models. */
export const replicateVideos: MediaJobAdapter<VideoRequest> = {
  id: 'replicate-videos',
  mostPieces: 1,
  check: (request) => void writeFields(request, videoWriters(request.model)),
  order: (request, context) =>
    order(request.model, writeFields(request, videoWriters(request.model)), context),
  find,
  nameOf: jobName,
  look,
  cancel,
};

async function order(model: string, input: object, context: OrderContext): Promise<string> {
  return jobName((await call(toOrder(model, input, context), context))['id']);
}

/** The list shows where an order reports to, and that address carries our key; without one there is no telling. */
async function find(_request: unknown, context: OrderContext): Promise<string | null> {
  if (context.webhookUrl === null) return null;
  const list = await call({ ...get('/predictions', context), limit: LIST_LIMIT }, context);
  const id = findByWebhook(list, context.webhookUrl);
  return id === null ? null : jobName(id);
}

async function look(jobId: string, context: MediaContext): Promise<MediaLook> {
  const prediction = await call(
    { ...get(`/predictions/${jobName(jobId)}`, context), limit: LIST_LIMIT },
    context,
  );
  return readPrediction(prediction, secretsOf(context.credentials));
}

/** A job that ends with nothing made is not billed: official models are sold by the piece. */
async function cancel(jobId: string, context: MediaContext): Promise<boolean> {
  const path = `/predictions/${jobName(jobId)}/cancel`;
  const { status, output } = await call(
    { ...get(path, context), method: 'POST', limit: LIST_LIMIT },
    context,
  );
  return status === 'canceled' && (output === null || output === undefined);
}

function get(path: string, { credentials: { apiKey, baseUrl } }: MediaContext) {
  const url = urlBelow(baseUrl, path);
  return { method: 'GET', url, headers: headersOf(apiKey), about: 'job' } as const;
}
