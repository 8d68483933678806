import { ProviderError } from '#app/core/providers/contract.ts';
import type {
  ImageRequest,
  MediaJobAdapter,
  PollResult,
  OrderContext,
} from '#app/core/providers/media/contract.ts';
import { call, UNSENT, type Call } from '#app/core/providers/media/shared/call.ts';
import { readComplaint } from '#app/core/providers/media/shared/complaint.ts';
import { failedJob, secretsOf } from '#app/core/providers/media/shared/failure.ts';
import {
  as,
  oneOf,
  maxImages,
  within,
  writeFields,
  type Writers,
} from '#app/core/providers/media/shared/fields.ts';
import { doneOf, inside, pieceAt, refusedPieces } from '#app/core/providers/media/shared/pieces.ts';
import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import { urlBelow } from '#app/core/providers/shared/url.ts';
import { operatorKey } from '#app/core/providers/shared/operator-key.ts';
import {
  jobIn,
  matchesHmac,
  type WebhookCall,
  type WebhookReport,
} from '#app/core/providers/media/shared/webhooks.ts';
import type { Provider } from '#app/core/providers/provider.ts';

/** Image adapter for Black Forest Labs' own API: one image per order. */
export const bflImages: MediaJobAdapter<ImageRequest> = {
  id: 'bfl-images',
  maxPieces: 1,
  check: (request) => void toOrder(request, UNSENT),
  async order(request, context) {
    const { id, polling_url: address } = await call(toOrder(request, context), context);
    return pollingUrl(address, id, context.credentials.baseUrl).href;
  },
  /** The API has no list, and accepts no key of ours. */
  find: () => Promise.resolve(null),
  async poll(jobId, context) {
    const { apiKey, baseUrl } = context.credentials;
    const url = pollingUrl(jobId, null, baseUrl);
    const answer = await call({ method: 'GET', url, headers: headersOf(apiKey), about: 'job' }, context);
    return readResult(answer, secretsOf(context.credentials));
  },
  /** The API cannot cancel. */
  cancel: () => Promise.resolve(false),
};

const MAX_IMAGES = 10;

/** Maximum length of a job's address, which serves as its stored id. */
const MAX_ID_LENGTH = 255;

const sides: Writers<ImageRequest> = {
  size: ({ width, height }) => ({
    ...within('size', [256, 1920], () => ({ width }))(width),
    ...within('size', [256, 1920], () => ({ height }))(height),
  }),
};

const ratio: Writers<ImageRequest> = { aspectRatio: as('aspect_ratio') };

const common: Writers<ImageRequest> = {
  prompt: as('prompt'),
  seed: as('seed'),
  outputFormat: oneOf('outputFormat', ['jpeg', 'png'], (format) => ({ output_format: format })),
};

/** Writes `input_image`, `input_image_2` and so on, as plain base64. */
const inputs = (max: number): Writers<ImageRequest> => ({
  images: maxImages(max, (images) =>
    Object.fromEntries(
      images.map(({ bytes }, place) => [
        place === 0 ? 'input_image' : `input_image_${place + 1}`,
        bytes.toString('base64'),
      ]),
    ),
  ),
});

const mask: Writers<ImageRequest> = { mask: ({ bytes }) => ({ mask: bytes.toString('base64') }) };

const image: Writers<ImageRequest> = {
  images: maxImages(1, ([first]) => ({ image: first?.bytes.toString('base64') })),
};

/** Fields that each model accepts; the first match counts. */
const MODELS: readonly (readonly [RegExp, Writers<ImageRequest>])[] = [
  [/^flux-2-/, { ...sides, ...inputs(MAX_IMAGES) }],
  [/^flux-kontext-/, { ...ratio, ...inputs(1) }],
  [/^flux-pro-1\.0-fill/, { ...image, ...mask }],
  [/^flux-(?:pro-1\.1-ultra)$/, ratio],
  [/^flux-(?:dev|pro-1\.1)$/, sides],
];

const UNREADABLE = 'the provider says nothing of the job that is known';

/** @throws ProviderError naming the field that the model does not accept */
export function toOrder(request: ImageRequest, context: OrderContext): Call {
  const { apiKey, baseUrl, webhookSecret } = context.credentials;
  const own = MODELS.find(([name]) => name.test(request.model))?.[1];
  const webhook = context.webhookUrl === null ? {} : { webhook_url: context.webhookUrl };
  const signing = webhookSecret === undefined ? {} : { webhook_secret: webhookSecret };
  return {
    method: 'POST',
    url: urlBelow(baseUrl, `/${request.model}`),
    headers: headersOf(apiKey),
    json: {
      ...writeFields(request, { ...common, ...own }),
      ...webhook,
      ...(context.webhookUrl !== null && signing),
    },
    about: 'order',
  };
}

function headersOf(apiKey: string): Record<string, string> {
  return { 'x-key': apiKey };
}

/**
 * The address at which a job is polled, which is also its stored id. Its host differs by region and receives
 * the key, so it must be one of the provider's.
 * @param id added to an address that lacks it
 * @throws ProviderError provider_malformed for an address of another owner
 */
export function pollingUrl(address: unknown, id: unknown, baseUrl: string): URL {
  const base = new URL(baseUrl);
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : null;
  if (!url || url.protocol !== base.protocol || url.username || url.password || !isSameOwner(url, base))
    throw malformed('the provider has named no address of its own for the job');
  if (typeof id === 'string' && !url.searchParams.has('id') && !url.pathname.includes(id))
    url.searchParams.set('id', id);
  if (url.href.length > MAX_ID_LENGTH) throw malformed('the provider has named an address that is too long');
  return url;
}

/** Same host, or both hosts are below the maker's domain. */
function isSameOwner(url: URL, base: URL): boolean {
  if (url.host === base.host) return true;
  return [url, base].every(({ hostname, port }) => hostname.endsWith('.bfl.ai') && port === '');
}

/** @throws ProviderError for a job that failed or no longer exists */
export function readResult(answer: unknown, secrets: readonly string[]): PollResult {
  if (!isObject(answer)) throw malformed(UNREADABLE);
  switch (answer['status']) {
    case 'Pending':
      return { state: 'waiting', ...doneOf(answer['progress']) };
    case 'Ready':
      return { state: 'ended', events: [pieceAt(0, inside(answer, 'result')['sample'])] };
    case 'Request Moderated':
    case 'Content Moderated':
      return { state: 'ended', events: refusedPieces(1, answer['status'], secrets) };
    case 'Error':
    case 'Failed':
      throw failedJob(readComplaint(answer['details'] ?? {}).message, secrets);
    case 'Task not found':
      throw new ProviderError('provider_unavailable', 'the provider does not know the job', { status: 404 });
    default:
      throw malformed(UNREADABLE);
  }
}

const BFL_SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/**
 * Reads a webhook that is signed with the secret sent with the order. It contains no time, so it may be
 * replayed, but then reports the same.
 */
export function readBflWebhook({ headers, body }: WebhookCall, secret: string | undefined): WebhookReport {
  const jobId = jobIn(body, 'id');
  const [, hex] = BFL_SIGNATURE.exec(headers.get('x-bfl-signature') ?? '') ?? [];
  if (!secret || hex === undefined) return { jobId, isSigned: false };
  return { jobId, isSigned: matchesHmac(secret, [body], Buffer.from(hex, 'hex')) };
}

export const bflProvider: Provider = {
  dialect: 'bfl',
  media: { images: { jobs: bflImages } },
  webhook: {
    read: (call, { settings }) => readBflWebhook(call, settings.BFL_WEBHOOK_SECRET),
    isVerifiable: ({ BFL_WEBHOOK_SECRET: secret }) => secret !== undefined,
  },
  credentials(settings, provider) {
    const { BFL_WEBHOOK_SECRET: webhookSecret } = settings;
    const key = operatorKey(settings, provider);
    return key && webhookSecret ? { ...key, webhookSecret } : key;
  },
};
