import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import type { MediaEvent, MediaLook } from '../contract.ts';
import { failedJob, toMediaError } from '../shared/failure.ts';
import { inside, listOf, pieceAt, pieceOf, refusedPieces } from '../shared/pieces.ts';
import { readComplaint } from '../shared/complaint.ts';

/** How often the maker wants to be asked. */
const NEXT_MS = 10_000;
const NAME = /^models\/[\w.-]{1,100}\/operations\/[\w.-]{1,128}$/;
/** Codes of gRPC for a request that cannot be met: an argument, a precondition. */
const BAD_REQUEST: ReadonlySet<unknown> = new Set([3, 9]);

/** @throws ProviderError provider_malformed: without the name the order cannot be looked at */
export function operationName(value: unknown): string {
  if (typeof value === 'string' && NAME.test(value)) return value;
  throw malformed('the provider has sent no name of the job that can be used');
}

/**
 * What an operation says of itself.
 * @param addressOf where a file is fetched, with the key that opens it
 * @throws ProviderError for one that has failed
 */
export function readOperation(
  operation: unknown,
  addressOf: (uri: unknown) => MediaEvent,
  secrets: readonly string[],
): MediaLook {
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
 * A result at an address: one of the provider's own wants the key, and is asked for where the operator has us call it;
 * any other is passed on without.
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
