import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { ENDPOINTS_MAX } from '#app/contracts/webhooks/endpoint.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { createEndpoint } from '#app/core/webhooks/endpoint-creation.ts';
import { listEndpoints, viewEndpoint } from '#app/core/webhooks/endpoint.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { errorResponse, toAppError } from '#app/http/errors/error-response.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { translateFor } from '#app/ui/i18n/translate.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { readEndpointForm } from './endpoint-form.server.ts';
import { WEBHOOKS_PATH, type WebhooksAnswer } from './webhooks-page.ts';

const CREATE = z.object({ createRef: z.string().optional() });

/** The caller's endpoints, and a reference that makes the form for a new one harmless when it is sent twice. */
export async function loadWebhooks({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const endpoints = await listEndpoints(AUTOCOMMIT, user.id);
  return {
    endpoints: endpoints.map(viewEndpoint),
    createRef: newId(),
    texts: await pageTexts(request, 'webhooks'),
  };
}

/** Makes an endpoint. Its secret is shown by the answer itself: no address and no cookie ever carries one. */
export async function actOnWebhooks({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const form = await readForm(request);
  try {
    await consumeWriteQuota(user.id);
    const read = await readEndpointForm(request, form);
    if ('refused' in read) return data<WebhooksAnswer>(read, { status: 400 });
    const { createRef } = readFields(form, CREATE);
    const ref = isId(createRef) ? createRef : null;
    const made = await createEndpoint({ userId: user.id, ...read.facts, createRef: ref });
    // The form came a second time: its endpoint stands in the list.
    if (!made) return redirect(WEBHOOKS_PATH);
    return data<WebhooksAnswer>({ shown: { ...made, how: 'created' } });
  } catch (thrown) {
    const error = toAppError(thrown, context.requestId);
    const t = await translateFor(request, 'webhooks');
    const isFull = error.code === 'conflict';
    if (!isFull && error.code !== 'message_limit') throw errorResponse(error);
    const text = isFull ? t('error.full', { max: ENDPOINTS_MAX }) : t('error.tooMany');
    return data<WebhooksAnswer>({ error: text }, { status: error.status });
  }
}
