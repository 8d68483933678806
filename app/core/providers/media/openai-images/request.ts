import { urlBelow } from '#app/core/providers/shared/url-below.ts';
import type { ImageRequest, MediaContext, MediaInput } from '../contract.ts';
import type { Call } from '../shared/call.ts';
import type { Complaint } from '../shared/complaint.ts';
import { PICTURE_LIMIT } from '../shared/pieces.ts';
import { optionsOf } from './options.ts';

/**
 * JSON for pictures from words, a form for work on pictures.
 * @throws ProviderError that names the field which the model does not take
 */
export function toCall(request: ImageRequest, { credentials: { apiKey, baseUrl } }: MediaContext): Call {
  const options = optionsOf(request);
  const isEdit = request.images.length > 0;
  return {
    method: 'POST',
    url: urlBelow(baseUrl, isEdit ? '/images/edits' : '/images/generations'),
    headers: { authorization: `Bearer ${apiKey}` },
    ...(isEdit ? { form: toForm(options) } : { json: options }),
    about: 'order',
    limit: PICTURE_LIMIT,
    isRefusal,
  };
}

function toForm(options: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(options)) {
    if (isInput(value)) form.append(name, fileOf(value), name);
    else if (Array.isArray(value))
      for (const [place, input] of (value as MediaInput[]).entries())
        form.append(name, fileOf(input), `image-${place}`);
    else form.append(name, String(value));
  }
  return form;
}

function isInput(value: unknown): value is MediaInput {
  return typeof value === 'object' && value !== null && 'bytes' in value;
}

function fileOf({ bytes, mimeType }: MediaInput): Blob {
  return new Blob([new Uint8Array(bytes)], { type: mimeType });
}

/** A policy's refusal, which has the status of a bad request. */
export function isRefusal({ names }: Complaint): boolean {
  return ['moderation_blocked', 'content_policy_violation'].some((name) => names.includes(name));
}
