import type {
  ImageRequest,
  MediaContext,
  MediaEvent,
  MediaJobAdapter,
  PollResult,
  OrderContext,
  VideoRequest,
} from '#app/core/providers/media/contract.ts';
import { call, type Call } from '#app/core/providers/media/shared/call.ts';
import type { Complaint } from '#app/core/providers/media/shared/complaint.ts';
import { failedJob, secretsOf } from '#app/core/providers/media/shared/failure.ts';
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
import {
  isFresh,
  jobIn,
  matchesHmac,
  type WebhookCall,
  type WebhookReport,
} from '#app/core/providers/media/shared/webhooks.ts';
import type { Provider } from '#app/core/providers/provider.ts';
import { imageWriters, MAX_IMAGES, videoWriters } from './options.ts';

const LIST_LIMIT = 16 * 1024 * 1024;

/** Image adapter for Replicate's official models. */
export const replicateImages: MediaJobAdapter<ImageRequest> = {
  id: 'replicate-images',
  maxPieces: MAX_IMAGES,
  check: (request) => void writeFields(request, imageWriters(request.model)),
  order: (request, context) =>
    order(request.model, writeFields(request, imageWriters(request.model)), context),
  find,
  jobIdOf: validJobId,
  poll,
  cancel,
};

/** Video adapter for Replicate's official models. */
export const replicateVideos: MediaJobAdapter<VideoRequest> = {
  id: 'replicate-videos',
  maxPieces: 1,
  check: (request) => void writeFields(request, videoWriters(request.model)),
  order: (request, context) =>
    order(request.model, writeFields(request, videoWriters(request.model)), context),
  find,
  jobIdOf: validJobId,
  poll,
  cancel,
};

const MAX_OUTPUTS = 16;

async function order(model: string, input: object, context: OrderContext): Promise<string> {
  return validJobId((await call(toOrder(model, input, context), context))['id']);
}

/**
 * The list contains the webhook address of each order, and ours contains our key; without a webhook orders
 * are indistinguishable.
 */
async function find(_request: unknown, context: OrderContext): Promise<string | null> {
  if (context.webhookUrl === null) return null;
  const list = await call({ ...get('/predictions', context), limit: LIST_LIMIT }, context);
  const id = findByWebhook(list, context.webhookUrl);
  return id === null ? null : validJobId(id);
}

async function poll(jobId: string, context: MediaContext): Promise<PollResult> {
  const prediction = await call(
    { ...get(`/predictions/${validJobId(jobId)}`, context), limit: LIST_LIMIT },
    context,
  );
  return readPrediction(prediction, secretsOf(context.credentials));
}

/** A job that ends without output is not billed: official models are sold by the piece. */
async function cancel(jobId: string, context: MediaContext): Promise<boolean> {
  const path = `/predictions/${validJobId(jobId)}/cancel`;
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

/** An order of an official model, which is identified only by its name. */
function toOrder(
  model: string,
  input: object,
  { credentials: { apiKey, baseUrl }, webhookUrl }: OrderContext,
): Call {
  const webhook = webhookUrl === null ? {} : { webhook: webhookUrl, webhook_events_filter: ['completed'] };
  return {
    method: 'POST',
    url: urlBelow(baseUrl, `/models/${model}/predictions`),
    headers: headersOf(apiKey),
    json: { input, ...webhook },
    about: 'order',
    isRefusal,
  };
}

function headersOf(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

/** Recognizes a refusal by the model's message: policy has no code here. */
export function isRefusal({ message }: Complaint): boolean {
  return /\bnsfw\b|flagged as sensitive|content policy|safety (?:filter|system)|\(E005\)/i.test(message);
}

/**
 * Reads the state of a prediction. Its output is an address, a list of them, or an object with one.
 * @throws ProviderError if it failed or was cancelled
 */
export function readPrediction(prediction: unknown, secrets: readonly string[]): PollResult {
  if (!isObject(prediction)) throw malformed('the provider has sent no prediction');
  const { status, error } = prediction;
  switch (status) {
    case 'starting':
    case 'processing':
      return { state: 'waiting' };
    case 'succeeded':
      return { state: 'ended', events: outputs(prediction['output']) };
    case 'canceled':
    case 'aborted':
      throw failedJob('the provider has cancelled the job', secrets);
    case 'failed': {
      const message = typeof error === 'string' ? error.slice(0, 4096) : '';
      if (!isRefusal({ names: [], message, param: null })) throw failedJob(message, secrets);
      return { state: 'ended', events: refusedPieces(ordered(prediction), message, secrets) };
    }
    default:
      throw malformed('the provider says nothing of the job that is known');
  }
}

/** The id of the order with a webhook address of ours, in a list of predictions. */
export function findByWebhook(list: unknown, webhookUrl: string): unknown {
  const results = isObject(list) ? listOf(list['results']) : [];
  const found = results.find((one) => isObject(one) && one['webhook'] === webhookUrl);
  return isObject(found) ? found['id'] : null;
}

function outputs(output: unknown): MediaEvent[] {
  const addresses = listOf(isObject(output) ? (output['url'] ?? Object.values(output)[0]) : output);
  if (addresses.length === 0) throw malformed('the provider has sent no result');
  return addresses.slice(0, MAX_OUTPUTS).map((url, index) => pieceAt(index, url));
}

/** The number of ordered pieces, as repeated in the prediction. */
function ordered(prediction: Record<string, unknown>): number {
  const count = inside(prediction, 'input')['num_outputs'];
  return typeof count === 'number' && Number.isInteger(count) && count > 1 && count <= MAX_OUTPUTS
    ? count
    : 1;
}

/** Maximum signatures to check; a secret under rotation has fewer. */
const MAX_SIGNATURES = 8;

/**
 * Reads a webhook in the format of Standard Webhooks.
 * @param secret `whsec_` and the key in base64; if undefined, no webhook counts as signed
 * @param now milliseconds
 */
export function readReplicateWebhook(
  { headers, body }: WebhookCall,
  secret: string | undefined,
  now = Date.now(),
): WebhookReport {
  const jobId = jobIn(body, 'id');
  const id = headers.get('webhook-id');
  const timestamp = headers.get('webhook-timestamp');
  if (!secret || !id || !isFresh(timestamp, now)) return { jobId, isSigned: false };
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = [`${id}.${timestamp}.`, body];
  const signatures = (headers.get('webhook-signature') ?? '').split(' ', MAX_SIGNATURES);
  const isSigned = signatures
    .filter((one) => one.startsWith('v1,'))
    .some((one) => matchesHmac(key, signed, Buffer.from(one.slice('v1,'.length), 'base64')));
  return { jobId, isSigned: isSigned && key.length > 0 };
}

export const replicateProvider: Provider = {
  dialect: 'replicate',
  media: { images: { jobs: replicateImages }, videos: { jobs: replicateVideos } },
  webhook: {
    read: (call, { settings }) => readReplicateWebhook(call, settings.REPLICATE_WEBHOOK_SECRET),
    isVerifiable: ({ REPLICATE_WEBHOOK_SECRET: secret }) => secret !== undefined,
  },
};
