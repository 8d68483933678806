import { safeMessage } from '#app/core/providers/shared/failure.ts';
import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import type { MediaEvent } from '../contract.ts';

const MAX_ADDRESS = 4096;
/** A job id that is safe in a path. */
const ID = /^[\w~-][\w.~-]{0,127}$/;
const TYPE = /^(?:image|video)\/[\w.+-]{1,40}$/;

/** Maximum bytes of an image as base64, within an answer. */
export const IMAGE_LIMIT = 48 * 1024 * 1024;

/**
 * A piece at an address, which is passed on unchanged: the code that fetches it validates it.
 * @throws ProviderError provider_malformed if there is no address
 */
export function pieceAt(index: number, url: unknown, mimeType?: unknown): MediaEvent {
  if (typeof url !== 'string' || url === '' || url.length > MAX_ADDRESS)
    throw malformed('the provider has sent no address of its result');
  return { type: 'piece', index, source: { url }, ...typed(mimeType) };
}

/** @throws ProviderError provider_malformed if the text is not base64 or is empty */
export function pieceOf(index: number, base64: unknown, mimeType?: unknown): MediaEvent {
  const bytes = typeof base64 === 'string' ? Buffer.from(base64, 'base64') : Buffer.alloc(0);
  if (bytes.length === 0) throw malformed('the provider has sent a result that cannot be read');
  return { type: 'piece', index, source: { bytes }, ...typed(mimeType) };
}

/** Events for pieces that policy withheld, each with the provider's reason. */
export function refusedPieces(count: number, reason: unknown, secrets: readonly string[]): MediaEvent[] {
  const words = typeof reason === 'string' ? safeMessage(reason, secrets) : '';
  return Array.from({ length: count }, () => ({
    type: 'refused',
    reason: words || 'refused by the provider',
  }));
}

/** @throws ProviderError provider_malformed: without a valid id the job cannot be polled */
export function validJobId(value: unknown): string {
  if (typeof value === 'string' && ID.test(value)) return value;
  throw malformed('the provider has sent no name of the job that can be used');
}

/** A member of an object, as an object; an empty object if it is anything else. */
export function inside(value: unknown, key: string): Record<string, unknown> {
  const member = isObject(value) ? value[key] : undefined;
  return isObject(member) ? member : {};
}

/** A list unchanged, a single value as a list, and nothing as an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  return value === undefined || value === null ? [] : [value];
}

/** The progress, 0 to 1, if the provider reports a valid one. */
export function doneOf(value: unknown): { done?: number } {
  return typeof value === 'number' && value >= 0 && value <= 1 ? { done: value } : {};
}

/** The type stated by a provider, if it is one of images or videos. */
function typed(mimeType: unknown): { mimeType?: string } {
  return typeof mimeType === 'string' && TYPE.test(mimeType) ? { mimeType } : {};
}
