import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import type { MediaEvent } from '../contract.ts';
import { readComplaint } from '../shared/complaint.ts';
import { toMediaError } from '../shared/failure.ts';
import { listOf, pieceAt, pieceOf, refusedPieces } from '../shared/pieces.ts';
import { isRefusal } from './request.ts';
import { imageUsage } from './usage.ts';

/**
 * The pictures of an answer that came in one piece, and the tokens that it took.
 * @param most pictures that were asked for
 * @throws ProviderError provider_malformed where there is none
 */
export function readPictures(answer: unknown, most: number): MediaEvent[] {
  const { data, output_format: format, usage } = isObject(answer) ? answer : {};
  const pieces = listOf(data)
    .slice(0, most)
    .map((one, index) => {
      const { b64_json: base64, url } = isObject(one) ? one : {};
      return base64 === undefined ? pieceAt(index, url) : pieceOf(index, base64, typeOf(format));
    });
  if (pieces.length === 0) throw malformed('the provider has sent no picture');
  return [...pieces, ...usageOf(usage)];
}

/**
 * What an event of a stream says of its picture: that it grows, is there, or was kept back.
 * @throws ProviderError where it has failed
 */
export function readEvent(event: unknown, secrets: readonly string[]): MediaEvent[] {
  const { type, b64_json: base64, output_format: format, usage, error } = isObject(event) ? event : {};
  if (type === 'error' || isObject(error)) return readFailure(event, secrets);
  const isOf = (what: string) => type === `image_generation.${what}` || type === `image_edit.${what}`;
  if (isOf('completed')) return [pieceOf(0, base64, typeOf(format)), ...usageOf(usage)];
  if (!isOf('partial_image') || typeof base64 !== 'string') return [];
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length === 0 ? [] : [{ type: 'partial', index: 0, mimeType: typeOf(format), bytes }];
}

/** The order was taken, so whatever the error is called, it is none of the request. */
function readFailure(event: unknown, secrets: readonly string[]): MediaEvent[] {
  const complaint = readComplaint(event);
  if (isRefusal(complaint)) return refusedPieces(1, complaint.message, secrets);
  throw toMediaError({ status: 500, complaint, about: 'order', secrets });
}

/** A picture without a format is what it is unasked. */
function typeOf(format: unknown): string {
  return format === 'jpeg' || format === 'webp' ? `image/${format}` : 'image/png';
}

function usageOf(counted: unknown): MediaEvent[] {
  const usage = imageUsage(counted);
  return usage ? [{ type: 'usage', usage }] : [];
}
