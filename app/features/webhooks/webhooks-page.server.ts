import type { SubmissionResult } from '@conform-to/react';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import {
  ENDPOINT_NAME_MAX,
  ENDPOINT_URL_MAX,
  ENDPOINTS_MAX,
  WEBHOOK_EVENTS,
} from '#app/contracts/webhooks/endpoint.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { listDeliveries, viewDelivery } from '#app/core/webhooks/deliveries/delivery.ts';
import { sendAgain, sendTest } from '#app/core/webhooks/deliveries/events.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  rollSecret,
  switchEndpoint,
} from '#app/core/webhooks/endpoint-changes.ts';
import { createEndpoint, type EndpointFacts } from '#app/core/webhooks/endpoint-creation.ts';
import {
  findEndpoint,
  isAllowedAddress,
  listEndpoints,
  viewEndpoint,
  type NamedEndpoint,
} from '#app/core/webhooks/endpoint.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { parseForm, readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { pageTexts, translateFor } from '#app/ui/i18n/texts.server.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { WEBHOOKS_PATH, type WebhooksAnswer } from './webhooks-page.ts';

const CREATE = z.object({ createRef: z.string().optional() });

/** The number of deliveries that are shown. */
const MAX_SHOWN = 30;

const BUTTON = z.object({ act: z.enum(['save', 'on', 'off', 'roll', 'test', 'again', 'delete']) });

const NAMED = z.object({ deliveryId: z.string().default('') });

const pathOf = ({ endpointId }: NamedEndpoint) => `${WEBHOOKS_PATH}/${endpointId}`;

/** The caller's endpoints, and a reference that makes it safe to submit the form for a new one twice. */
export async function loadWebhooks({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const endpoints = await listEndpoints(AUTOCOMMIT, user.id);
  return {
    endpoints: endpoints.map(viewEndpoint),
    createRef: newId(),
    texts: await pageTexts(request, 'webhooks'),
  };
}

/** Creates an endpoint. Only this answer shows its secret: no address and no cookie ever contains one. */
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
    // The form was submitted twice: its endpoint is already in the list.
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

/** One endpoint and its latest deliveries. */
export async function loadEndpoint({ request, context, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const named = { userId: user.id, endpointId: String(params.endpointId) };
  try {
    const endpoint = await findEndpoint(AUTOCOMMIT, named);
    const deliveries = await listDeliveries(AUTOCOMMIT, { endpointId: endpoint.id, max: MAX_SHOWN });
    return {
      endpoint: viewEndpoint(endpoint),
      deliveries: deliveries.map(viewDelivery),
      texts: await pageTexts(request, 'webhooks'),
    };
  } catch (error) {
    throw errorResponse(toAppError(error, context.requestId));
  }
}

/** Handles the form of the button that was clicked; `act` is its name. */
export async function actOnEndpoint({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const named = { userId: user.id, endpointId: String(params.endpointId) };
  const form = await readForm(request);
  try {
    await consumeWriteQuota(user.id);
    const { act } = readFields(form, BUTTON);
    if (act === 'save') return await save(request, form, named);
    if (act === 'roll')
      return data<WebhooksAnswer>({ shown: { ...(await rollSecret(named)), how: 'rolled' } });
    if (act === 'delete') {
      await deleteEndpoint(named);
      return back(WEBHOOKS_PATH, 'deleted');
    }
    if (act === 'test') await sendTest(named);
    else if (act === 'again') await sendAgain(named, readFields(form, NAMED).deliveryId);
    else await switchEndpoint(named, act === 'on');
    return back(pathOf(named), act);
  } catch (error) {
    throw errorResponse(toAppError(error, context.requestId));
  }
}

async function save(request: Request, form: FormData, named: NamedEndpoint) {
  // Before the form is parsed: an endpoint of another user is not found, whatever the form contains.
  await findEndpoint(AUTOCOMMIT, named);
  const read = await readEndpointForm(request, form);
  if ('refused' in read) return data<WebhooksAnswer>(read, { status: 400 });
  await changeEndpoint(named, read.facts);
  return back(pathOf(named), 'saved');
}

/** Redirects to a page with a toast about the change. */
function back(path: string, done: 'saved' | 'deleted' | 'on' | 'off' | 'test' | 'again'): Response {
  const toast = flashCookie({ severity: 'success', key: `webhooks:done.${done}` });
  return redirect(path, { headers: { 'set-cookie': toast } });
}

/** Reads the form of an endpoint: returns its facts, or the form as filled in with its errors. */
async function readEndpointForm(
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
