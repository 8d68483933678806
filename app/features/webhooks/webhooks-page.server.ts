import { data, redirect } from '@remix-run/node';
import type { Translate } from '#app/ui/i18n/translation.ts';
import { z } from 'zod';
import {
  ENDPOINT_NAME_MAX,
  ENDPOINT_URL_MAX,
  ENDPOINTS_MAX,
  WEBHOOK_EVENTS,
} from '#app/contracts/webhooks/endpoint.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { listDeliveries, viewDelivery } from '#app/core/webhooks/deliveries/delivery.ts';
import { sendAgain, sendTest } from '#app/core/webhooks/deliveries/events.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  rollSecret,
  switchEndpoint,
} from '#app/core/webhooks/endpoint-changes.ts';
import { createEndpoint } from '#app/core/webhooks/endpoint-creation.ts';
import {
  findEndpoint,
  isAllowedAddress,
  listEndpoints,
  viewEndpoint,
  type NamedEndpoint,
} from '#app/core/webhooks/endpoint.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { pageAction, type SentForm } from '#app/http/page/page-action.ts';
import { redirectWithToast, submitForm, type PageAnswer } from '#app/http/page/page-answers.ts';
import { pageLoader, type PageRequest } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { WEBHOOKS_PATH, type WebhooksAnswer } from './webhooks-page.ts';

const CREATE = z.object({ createRef: z.string().optional() });

/** The number of deliveries that are shown. */
const MAX_SHOWN = 30;

const NAMED = z.object({ deliveryId: z.string().default('') });

type Sent = SentForm<'webhooks'>;

/** The caller's endpoints, and a reference that makes it safe to submit the form for a new one twice. */
export const loadWebhooks = pageLoader({ auth: 'user' }, async ({ user, request }) => {
  const endpoints = await listEndpoints(AUTOCOMMIT, user.id);
  return {
    endpoints: endpoints.map(viewEndpoint),
    createRef: newId(),
    texts: await pageTexts(request, 'webhooks'),
  };
});

/** Creates an endpoint. Only this answer shows its secret: no address and no cookie ever contains one. */
export const actOnWebhooks = pageAction({
  auth: 'user',
  texts: 'webhooks',
  acts: ({ form, user, t }) =>
    submitForm(form, endpointRules(t), async (facts): Promise<PageAnswer<WebhooksAnswer>> => {
      const { createRef } = readFields(form, CREATE);
      const ref = isId(createRef) ? createRef : null;
      const made = await createEndpoint({ userId: user.id, ...facts, createRef: ref });
      // The form was submitted twice: its endpoint is already in the list.
      if (!made) return redirect(WEBHOOKS_PATH);
      return data<WebhooksAnswer>({ shown: { ...made, how: 'created' } });
    }),
  refuse: (error, { t }): WebhooksAnswer | null => {
    if (error.code === 'conflict') return { error: t('error.full', { max: ENDPOINTS_MAX }) };
    return error.code === 'message_limit' ? { error: t('error.tooMany') } : null;
  },
});

/** One endpoint and its latest deliveries. */
export const loadEndpoint = pageLoader({ auth: 'user' }, async (page) => {
  const endpoint = await findEndpoint(AUTOCOMMIT, namedBy(page));
  const deliveries = await listDeliveries(AUTOCOMMIT, { endpointId: endpoint.id, max: MAX_SHOWN });
  return {
    endpoint: viewEndpoint(endpoint),
    deliveries: deliveries.map(viewDelivery),
    texts: await pageTexts(page.request, 'webhooks'),
  };
});

/** Handles the form of the button that was clicked; `act` is its name. */
export const actOnEndpoint = pageAction({
  auth: 'user',
  texts: 'webhooks',
  acts: {
    save,
    on: (sent) => turn(sent, 'on'),
    off: (sent) => turn(sent, 'off'),
    roll: async (sent) => {
      const made = await rollSecret(namedBy(sent));
      return data<WebhooksAnswer>({ shown: { ...made, how: 'rolled' } });
    },
    test: async (sent) => {
      await sendTest(namedBy(sent));
      return back(sent, 'test');
    },
    again: async (sent) => {
      await sendAgain(namedBy(sent), readFields(sent.form, NAMED).deliveryId);
      return back(sent, 'again');
    },
    delete: async (sent) => {
      await deleteEndpoint(namedBy(sent));
      return redirectWithToast(WEBHOOKS_PATH, 'webhooks:done.deleted');
    },
  },
});

async function save(sent: Sent): Promise<PageAnswer<WebhooksAnswer>> {
  const named = namedBy(sent);
  // Before the form is parsed: an endpoint of another user is not found, whatever the form contains.
  await findEndpoint(AUTOCOMMIT, named);
  return submitForm(sent.form, endpointRules(sent.t), async (facts) => {
    await changeEndpoint(named, facts);
    return back(sent, 'saved');
  });
}

async function turn(sent: Sent, to: 'on' | 'off') {
  await switchEndpoint(namedBy(sent), to === 'on');
  return back(sent, to);
}

/** Redirects to the endpoint's page with a toast about the change. */
function back(sent: Sent, done: 'saved' | 'on' | 'off' | 'test' | 'again'): Response {
  return redirectWithToast(`${WEBHOOKS_PATH}/${namedBy(sent).endpointId}`, `webhooks:done.${done}`);
}

function namedBy({ user, params }: Pick<PageRequest, 'user' | 'params'>): NamedEndpoint {
  return { userId: user.id, endpointId: String(params.endpointId) };
}

function endpointRules(t: Translate<'webhooks'>) {
  const name = t('error.name', { max: ENDPOINT_NAME_MAX });
  const url = t('error.url');
  const events = t('error.events');
  return z.object({
    name: z.string(name).trim().min(1, name).max(ENDPOINT_NAME_MAX, name),
    url: z.string(url).trim().max(ENDPOINT_URL_MAX, url).refine(isAllowedAddress, url),
    events: z.array(z.enum(WEBHOOK_EVENTS, events), events).min(1, events),
  });
}
