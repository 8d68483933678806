import { ProviderError } from '#app/core/providers/contract.ts';
import type {
  ImageRequest,
  MediaContext,
  MediaEvent,
  MediaJobAdapter,
  PollResult,
  OrderContext,
  VideoRequest,
} from '#app/core/providers/media/contract.ts';
import { call, UNSENT, type Call } from '#app/core/providers/media/shared/call.ts';
import type { Complaint } from '#app/core/providers/media/shared/complaint.ts';
import { writeFields } from '#app/core/providers/media/shared/fields.ts';
import {
  inside,
  validJobId,
  listOf,
  pieceAt,
  refusedPieces,
} from '#app/core/providers/media/shared/pieces.ts';
import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import { urlBelow } from '#app/core/providers/shared/url.ts';
import type { Provider } from '#app/core/providers/provider.ts';
import { imageModel, MAX_IMAGES, videoModel, type Model } from './options.ts';
import { falWebhook } from './webhook.ts';

type PollContext = MediaContext & { model: string };

/** Image adapter for fal's queue. */
export const falImages: MediaJobAdapter<ImageRequest> = {
  id: 'fal-images',
  maxPieces: MAX_IMAGES,
  check: (request) => void imageOrder(request, UNSENT),
  order: (request, context) => order(imageOrder(request, context), request.count, context),
  find: cannotFind,
  jobIdOf: (webhookId, { count }) => toJobId(validJobId(webhookId), count),
  poll: (jobId, context) => poll(jobId, context, readImages),
  cancel,
};

/** Video adapter for fal's queue. */
export const falVideos: MediaJobAdapter<VideoRequest> = {
  id: 'fal-videos',
  maxPieces: 1,
  check: (request) => void videoOrder(request, UNSENT),
  order: (request, context) => order(videoOrder(request, context), 1, context),
  find: cannotFind,
  jobIdOf: (webhookId) => toJobId(validJobId(webhookId), 1),
  poll: (jobId, context) => poll(jobId, context, readVideo),
  cancel,
};

/** Path segments before an owner, which stay when the rest of the path is dropped. */
const NAMESPACES: ReadonlySet<string> = new Set(['workflows', 'comfy']);

async function order(asked: Call, count: number, context: OrderContext): Promise<string> {
  const { request_id: id } = await call(asked, context);
  return toJobId(validJobId(id), count);
}

/** The API has no list, and accepts no key of ours: only a webhook identifies the order again. */
function cannotFind(): Promise<null> {
  return Promise.resolve(null);
}

/** A failed job also counts as complete; its result is then the error. */
async function poll(
  jobId: string,
  context: PollContext,
  read: (result: unknown) => MediaEvent[],
): Promise<PollResult> {
  const { requestId, count } = fromJobId(jobId);
  const waiting = readStatus(await get('/status', requestId, context));
  if (waiting) return waiting;
  try {
    return { state: 'ended', events: read(await get('', requestId, context)) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.code === 'content_filter')
      return { state: 'ended', events: refusedPieces(count, error.message, []) };
    throw isFinal(error) ? new ProviderError(error.code, error.message, { status: 500 }) : error;
  }
}

/** The model's own failure is permanent: repeated requests return the same. */
function isFinal({ status }: ProviderError): boolean {
  return status === 500 || status === 400 || status === 422;
}

function get(path: string, requestId: string, context: PollContext): Promise<unknown> {
  return call({ method: 'GET', about: 'job', isRefusal, ...target(path, requestId, context) }, context);
}

/**
 * The API forwards the request without reporting its outcome; a job that was cancelled then appears as
 * failed.
 */
async function cancel(jobId: string, context: PollContext): Promise<boolean> {
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
  { model, credentials }: PollContext,
): Pick<Call, 'url' | 'headers'> {
  const { apiKey, baseUrl } = credentials;
  return { url: jobUrl(model, requestId, path, baseUrl), headers: headersOf(apiKey) };
}

/** @throws ProviderError naming the field that the model does not accept */
export function imageOrder(request: ImageRequest, context: OrderContext): Call {
  const model = imageModel(request.model);
  return toOrder(
    request.model,
    model,
    request.images.length > 0,
    writeFields(request, model.writers),
    context,
  );
}

/** @throws ProviderError naming the field that the model does not accept */
export function videoOrder(request: VideoRequest, context: OrderContext): Call {
  const model = videoModel(request.model);
  const isEdit = request.firstFrame !== undefined;
  return toOrder(request.model, model, isEdit, writeFields(request, model.writers), context);
}

function toOrder(
  name: string,
  { editPath = '' }: Pick<Model<unknown>, 'editPath'>,
  isEdit: boolean,
  json: object,
  { credentials: { apiKey, baseUrl }, webhookUrl }: OrderContext,
): Call {
  const url = new URL(urlBelow(baseUrl, `/${name}${isEdit ? editPath : ''}`));
  if (webhookUrl !== null) url.searchParams.set('fal_webhook', webhookUrl);
  return { method: 'POST', url, headers: headersOf(apiKey), json, about: 'order', isRefusal };
}

/** The address of an order: contains only the owner and the first name of the model's path. */
export function jobUrl(model: string, requestId: string, path: string, baseUrl: string): URL {
  const names = model.split('/');
  const segments = names.slice(0, NAMESPACES.has(names[0] ?? '') ? 3 : 2);
  return urlBelow(baseUrl, `/${segments.join('/')}/requests/${requestId}${path}`);
}

function headersOf(apiKey: string): Record<string, string> {
  return { authorization: `Key ${apiKey}` };
}

function isRefusal({ names, message }: Complaint): boolean {
  return names.includes('content_policy_violation') || /content policy|safety checker/i.test(message);
}

/** The stored id of a job: `r1`, or `r1*4` for four pieces, since the provider does not repeat the number. */
export function toJobId(requestId: string, count: number): string {
  return count === 1 ? requestId : `${requestId}*${count}`;
}

/** @throws ProviderError provider_malformed for an id that `toJobId` did not make */
export function fromJobId(jobId: string): { requestId: string; count: number } {
  const [, requestId, count = '1'] = /^([\w.~-]{1,128})(?:\*(\d))?$/.exec(jobId) ?? [];
  if (requestId === undefined) throw malformed('this is no job of this provider');
  return { requestId, count: Number(count) };
}

/** Reads the status of a queued job; null if the result is available. */
export function readStatus(answer: unknown): PollResult | null {
  const status = isObject(answer) ? answer['status'] : undefined;
  if (status === 'COMPLETED') return null;
  if (status === 'IN_QUEUE' || status === 'IN_PROGRESS') return { state: 'waiting' };
  throw malformed('the provider says nothing of the job that is known');
}

/** The images of a result; those that its safety check blacked out are refused. */
export function readImages(result: unknown): MediaEvent[] {
  if (!isObject(result)) throw malformed('the provider has sent no result');
  const hidden = listOf(result['has_nsfw_concepts']);
  const images = listOf(result['images'] ?? result['image']);
  if (images.length === 0) throw malformed('the provider has sent no picture');
  return images.flatMap((image, index) =>
    hidden[index] === true ? refusedPieces(1, 'nsfw', []) : [pieceFrom(image, index)],
  );
}

/** The video of a result. */
export function readVideo(result: unknown): MediaEvent[] {
  return [pieceFrom(inside(result, 'video'), 0)];
}

function pieceFrom(file: unknown, index: number): MediaEvent {
  const { url, content_type: type } = isObject(file) ? file : {};
  return pieceAt(index, url, type);
}

export const falProvider: Provider = {
  dialect: 'fal',
  media: { images: { jobs: falImages }, videos: { jobs: falVideos } },
  webhook: falWebhook,
};
