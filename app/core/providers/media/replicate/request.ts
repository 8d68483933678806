import { urlBelow } from '#app/core/providers/shared/url-below.ts';
import type { OrderContext } from '../contract.ts';
import type { Call } from '../shared/call.ts';
import type { Complaint } from '../shared/complaint.ts';

/** An order of an official model, which is known by its name alone. */
export function toOrder(
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

export function headersOf(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

/** The models' own words: policy has no code here. */
export function isRefusal({ message }: Complaint): boolean {
  return /\bnsfw\b|flagged as sensitive|content policy|safety (?:filter|system)|\(E005\)/i.test(message);
}
