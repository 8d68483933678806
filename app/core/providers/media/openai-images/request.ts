import { urlBelow } from '#app/core/providers/shared/url-below.ts';
import type { ImageRequest, MediaContext } from '../contract.ts';
import type { Call } from '../shared/call.ts';
import type { Complaint } from '../shared/complaint.ts';
import { toForm } from '../shared/form.ts';
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

/** A policy's refusal, which has the status of a bad request. */
export function isRefusal({ names }: Complaint): boolean {
  return ['moderation_blocked', 'content_policy_violation'].some((name) => names.includes(name));
}
