import type { SubmissionResult } from '@conform-to/react';
import { z } from 'zod';
import { ENDPOINT_NAME_MAX, ENDPOINT_URL_MAX, WEBHOOK_EVENTS } from '#app/contracts/webhooks/endpoint.ts';
import type { EndpointFacts } from '#app/core/webhooks/endpoint-creation.ts';
import { isAllowedAddress } from '#app/core/webhooks/endpoint.ts';
import { parseForm } from '#app/http/body/parse-form.ts';
import { translateFor } from '#app/ui/i18n/translate.server.ts';

/** Reads the form of an endpoint: what its owner says of it, or the form as it was filled in with what is wrong with it. */
export async function readEndpointForm(
  request: Request,
  form: FormData,
): Promise<{ facts: EndpointFacts } | { refused: SubmissionResult }> {
  const t = await translateFor(request, 'webhooks');
  const name = t('error.name', { max: ENDPOINT_NAME_MAX });
  const url = t('error.url');
  const events = t('error.events');
  const rules = z.object({
    name: z.string(name).trim().min(1, name).max(ENDPOINT_NAME_MAX, name),
    url: z.string(url).trim().max(ENDPOINT_URL_MAX, url).refine(isAllowedAddress, url),
    events: z.array(z.enum(WEBHOOK_EVENTS, events), events).min(1, events),
  });
  const submission = parseForm(form, rules);
  if (submission.status !== 'success') return { refused: submission.reply() };
  return { facts: submission.value };
}
