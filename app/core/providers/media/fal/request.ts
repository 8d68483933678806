import { malformed } from '#app/core/providers/shared/json.ts';
import { urlBelow } from '#app/core/providers/shared/url-below.ts';
import type { ImageRequest, OrderContext, VideoRequest } from '../contract.ts';
import type { Call } from '../shared/call.ts';
import type { Complaint } from '../shared/complaint.ts';
import { writeFields } from '../shared/fields.ts';
import { imageModel, videoModel, type Model } from './options.ts';

/** What stands in the address before an owner, and stays when the rest of the path is dropped. */
const NAMESPACES: ReadonlySet<string> = new Set(['workflows', 'comfy']);

/** @throws ProviderError that names the field which the model does not take */
export function imageOrder(request: ImageRequest, context: OrderContext): Call {
  const model = imageModel(request.model);
  return order(request.model, model, request.images.length > 0, writeFields(request, model.writers), context);
}

/** @throws ProviderError that names the field which the model does not take */
export function videoOrder(request: VideoRequest, context: OrderContext): Call {
  const model = videoModel(request.model);
  const isEdit = request.firstFrame !== undefined;
  return order(request.model, model, isEdit, writeFields(request, model.writers), context);
}

function order(
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

/** An order's own address: of the model's path only the owner and the first name stay in it. */
export function jobUrl(model: string, requestId: string, path: string, baseUrl: string): URL {
  const names = model.split('/');
  const kept = names.slice(0, NAMESPACES.has(names[0] ?? '') ? 3 : 2);
  return urlBelow(baseUrl, `/${kept.join('/')}/requests/${requestId}${path}`);
}

export function headersOf(apiKey: string): Record<string, string> {
  return { authorization: `Key ${apiKey}` };
}

export function isRefusal({ names, message }: Complaint): boolean {
  return names.includes('content_policy_violation') || /content policy|safety checker/i.test(message);
}

/** A job's name with us: `r1`, or `r1*4` for four pieces, which the provider does not say again. */
export function toJobId(requestId: string, count: number): string {
  return count === 1 ? requestId : `${requestId}*${count}`;
}

/** @throws ProviderError provider_malformed for a name that we did not make */
export function fromJobId(jobId: string): { requestId: string; count: number } {
  const [, requestId, count = '1'] = /^([\w.~-]{1,128})(?:\*(\d))?$/.exec(jobId) ?? [];
  if (requestId === undefined) throw malformed('this is no job of this provider');
  return { requestId, count: Number(count) };
}
