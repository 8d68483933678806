import type {
  MediaEvent,
  MediaInput,
  MediaJobAdapter,
  PollResult,
  OrderContext,
  VideoRequest,
} from '#app/core/providers/media/contract.ts';
import { call, UNSENT, type Call } from '#app/core/providers/media/shared/call.ts';
import { readComplaint } from '#app/core/providers/media/shared/complaint.ts';
import { failedJob, secretsOf, toMediaError } from '#app/core/providers/media/shared/failure.ts';
import { as, oneOf, writeFields, type Writers } from '#app/core/providers/media/shared/fields.ts';
import { inside, listOf, pieceAt, pieceOf, refusedPieces } from '#app/core/providers/media/shared/pieces.ts';
import { googleHeaders, googleUrl } from '#app/core/providers/google/address.ts';
import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import { statusOf } from './images.ts';

/** Video adapter for Google's Veo models. */
export const googleVideos: MediaJobAdapter<VideoRequest> = {
  id: 'google-videos',
  maxPieces: 1,
  check: (request) => void toVeoOrder(request, UNSENT),
  async order(request, context) {
    return operationName((await call(toVeoOrder(request, context), context))['name']);
  },
  /** The API has no list, and accepts no key of ours. */
  find: () => Promise.resolve(null),
  async poll(jobId, context) {
    const { credentials } = context;
    const headers = googleHeaders(context);
    const url = googleUrl(credentials.baseUrl, `/${operationName(jobId)}`);
    const operation = await call({ method: 'GET', url, headers, about: 'job', statusOf }, context);
    const base = new URL(credentials.baseUrl);
    return readOperation(operation, (uri) => fileAt(uri, { base, headers }), secretsOf(credentials));
  },
  /** The API cannot cancel: the job continues. */
  cancel: () => Promise.resolve(false),
};

const PARAMETERS: Writers<Omit<VideoRequest, 'prompt' | 'firstFrame' | 'lastFrame' | 'video'>> = {
  seconds: oneOf('seconds', [4, 6, 8], (durationSeconds) => ({ durationSeconds })),
  aspectRatio: oneOf('aspectRatio', ['16:9', '9:16'], (aspectRatio) => ({ aspectRatio })),
  resolution: oneOf('resolution', ['720p', '1080p', '4k'], (resolution) => ({ resolution })),
  negativePrompt: as('negativePrompt'),
  /** These models always produce sound. */
  sound: oneOf('sound', [true], () => ({})),
};

/** Poll interval that the maker asks for. */
const NEXT_MS = 10_000;

const NAME = /^models\/[\w.-]{1,100}\/operations\/[\w.-]{1,128}$/;

/** gRPC codes for a request that cannot be met: invalid argument, failed precondition. */
const BAD_REQUEST: ReadonlySet<unknown> = new Set([3, 9]);

/** @throws ProviderError naming the field that the models do not accept */
export function toVeoOrder(request: VideoRequest, context: OrderContext): Call {
  const { prompt, firstFrame, lastFrame, video, ...rest } = request;
  const instance = {
    prompt,
    ...(firstFrame && { image: inline(firstFrame) }),
    ...(lastFrame && { lastFrame: inline(lastFrame) }),
    ...(video && { video: { encodedVideo: video.bytes.toString('base64'), encoding: video.mimeType } }),
  };
  return {
    method: 'POST',
    url: googleUrl(context.credentials.baseUrl, `/models/${request.model}:predictLongRunning`),
    headers: googleHeaders(context),
    json: { instances: [instance], parameters: { sampleCount: 1, ...writeFields(rest, PARAMETERS) } },
    about: 'order',
    statusOf,
  };
}

function inline({ mimeType, bytes }: MediaInput) {
  return { bytesBase64Encoded: bytes.toString('base64'), mimeType };
}

/** @throws ProviderError provider_malformed: without a valid name the job cannot be polled */
export function operationName(value: unknown): string {
  if (typeof value === 'string' && NAME.test(value)) return value;
  throw malformed('the provider has sent no name of the job that can be used');
}

/**
 * Reads the state of an operation.
 * @param addressOf builds the event for a file, with the key that opens it
 * @throws ProviderError if it failed
 */
export function readOperation(
  operation: unknown,
  addressOf: (uri: unknown) => MediaEvent,
  secrets: readonly string[],
): PollResult {
  if (!isObject(operation) || typeof operation['name'] !== 'string')
    throw malformed('the provider says nothing of the job');
  if (operation['done'] !== true) return { state: 'waiting', nextInMs: NEXT_MS };
  const { error } = operation;
  if (isObject(error)) {
    const complaint = readComplaint({ error });
    if (!BAD_REQUEST.has(error['code'])) throw failedJob(complaint.message, secrets);
    throw toMediaError({ status: 400, complaint, about: 'job', secrets });
  }
  const response = inside(operation, 'response');
  const made = inside(response, 'generateVideoResponse');
  const samples = listOf(made['generatedSamples'] ?? response['videos']);
  if (samples.length > 0) return { state: 'ended', events: [pieceFrom(samples[0], addressOf)] };
  const reasons = listOf(made['raiMediaFilteredReasons'] ?? response['raiMediaFilteredReasons']);
  const filtered = made['raiMediaFilteredCount'] ?? response['raiMediaFilteredCount'];
  if (reasons.length === 0 && !(typeof filtered === 'number' && filtered > 0))
    throw malformed('the provider has sent no video');
  return { state: 'ended', events: refusedPieces(1, reasons[0], secrets) };
}

function pieceFrom(sample: unknown, addressOf: (uri: unknown) => MediaEvent): MediaEvent {
  const { bytesBase64Encoded: data, mimeType } = isObject(sample) ? sample : {};
  return data === undefined ? addressOf(inside(sample, 'video')['uri']) : pieceOf(0, data, mimeType);
}

/**
 * A result at an address: one on the provider's own host needs the key, and is fetched from the operator's
 * base address; any other is passed on without the key.
 */
export function fileAt(
  uri: unknown,
  { base, headers }: { base: URL; headers: Readonly<Record<string, string>> },
): MediaEvent {
  const piece = pieceAt(0, uri, 'video/mp4');
  const url = typeof uri === 'string' && URL.canParse(uri) ? new URL(uri) : null;
  if (!url || !isOwn(url, base)) return piece;
  const own = new URL(base);
  own.pathname = url.pathname;
  own.search = url.search;
  return { type: 'piece', index: 0, source: { url: own.href, headers }, mimeType: 'video/mp4' };
}

function isOwn(url: URL, base: URL): boolean {
  return url.host === base.host || url.hostname === 'generativelanguage.googleapis.com';
}
