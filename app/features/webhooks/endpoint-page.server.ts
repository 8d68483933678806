import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { listDeliveries, viewDelivery } from '#app/core/webhooks/deliveries/delivery.ts';
import { sendAgain, sendTest } from '#app/core/webhooks/deliveries/events.ts';
import { changeEndpoint, deleteEndpoint, rollSecret, switchEndpoint } from '#app/core/webhooks/endpoint-changes.ts';
import { findEndpoint, viewEndpoint, type NamedEndpoint } from '#app/core/webhooks/endpoint.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { errorResponse, toAppError } from '#app/http/errors/error-response.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { readEndpointForm } from './endpoint-form.server.ts';
import { WEBHOOKS_PATH, type WebhooksAnswer } from './webhooks-page.ts';

/** Deliveries that are shown. */
const MOST_SHOWN = 30;

const BUTTON = z.object({ act: z.enum(['save', 'on', 'off', 'roll', 'test', 'again', 'delete']) });
const NAMED = z.object({ deliveryId: z.string().default('') });

/** One endpoint, and what was sent to it last. */
export async function loadEndpoint({ request, context, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const named = { userId: user.id, endpointId: String(params.endpointId) };
  try {
    const endpoint = await findEndpoint(AUTOCOMMIT, named);
    const deliveries = await listDeliveries(AUTOCOMMIT, { endpointId: endpoint.id, most: MOST_SHOWN });
    return {
      endpoint: viewEndpoint(endpoint),
      deliveries: deliveries.map(viewDelivery),
      texts: await pageTexts(request, 'webhooks'),
    };
  } catch (error) {
    throw errorResponse(toAppError(error, context.requestId));
  }
}

/** Carries out the form whose button was pressed: `act` tells which. */
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
  // Before its form is read: what is not theirs is not there, whatever was filled in.
  await findEndpoint(AUTOCOMMIT, named);
  const read = await readEndpointForm(request, form);
  if ('refused' in read) return data<WebhooksAnswer>(read, { status: 400 });
  await changeEndpoint(named, read.facts);
  return back(pathOf(named), 'saved');
}

const pathOf = ({ endpointId }: NamedEndpoint) => `${WEBHOOKS_PATH}/${endpointId}`;

/** To a page that says what was done. */
function back(path: string, done: 'saved' | 'deleted' | 'on' | 'off' | 'test' | 'again'): Response {
  const toast = flashCookie({ severity: 'success', key: `webhooks:done.${done}` });
  return redirect(path, { headers: { 'set-cookie': toast } });
}
