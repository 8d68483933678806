import { urlBelow } from '#app/core/providers/shared/url-below.ts';
import type { MediaContext, OrderContext, VideoRequest } from '../contract.ts';
import type { Call } from '../shared/call.ts';
import type { Complaint } from '../shared/complaint.ts';
import { as, within, writeFields, type Writers } from '../shared/fields.ts';

/** No server of this wire is known to make longer ones. */
const MOST_SECONDS = 20;

const FIELDS: Writers<Omit<VideoRequest, 'firstFrame'>> = {
  prompt: as('prompt'),
  seconds: within('seconds', [1, MOST_SECONDS], (seconds) => ({ seconds: String(seconds) })),
  size: ({ width, height }) => ({ size: `${width}x${height}` }),
};

/**
 * A form, because a picture may be in it.
 * @throws ProviderError that names the field which the wire does not have
 */
export function toOrder(request: VideoRequest, context: OrderContext): Call {
  const { firstFrame, ...rest } = request;
  const form = new FormData();
  form.set('model', request.model);
  for (const [name, value] of Object.entries(writeFields(rest, FIELDS))) form.set(name, String(value));
  if (firstFrame) {
    const file = new Blob([new Uint8Array(firstFrame.bytes)], { type: firstFrame.mimeType });
    form.set('input_reference', file, 'first-frame');
  }
  return {
    method: 'POST',
    url: urlBelow(context.credentials.baseUrl, '/videos'),
    // Not every server heeds it, so an order is not repeated in reliance on it.
    headers: { ...headersOf(context), 'idempotency-key': context.key },
    form,
    about: 'order',
    isRefusal,
  };
}

export function headersOf({ credentials: { apiKey } }: MediaContext): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

export function isRefusal({ names }: Complaint): boolean {
  return ['moderation_blocked', 'content_policy_violation', 'content_filter'].some((name) =>
    names.includes(name),
  );
}
