import type { WebhookEndpointAnswer } from '#app/contracts/openai/answers/webhook-endpoint-answer.ts';
import type { EndpointState, WebhookEvent } from '#app/contracts/webhooks/endpoint.ts';

/** What is known of an endpoint. */
interface Known {
  id: string;
  name: string;
  url: string;
  events: readonly WebhookEvent[];
  failingSince: Date | null;
  createdAt: Date;
}

const STATUSES: Readonly<Record<EndpointState, WebhookEndpointAnswer['status']>> = {
  on: 'enabled',
  off: 'disabled',
  failing: 'failing',
};

/** An endpoint in the words of the API, without its secret. */
export function toEndpointObject(endpoint: Known, state: EndpointState): WebhookEndpointAnswer {
  const { id, name, url, events, failingSince, createdAt } = endpoint;
  return {
    id,
    object: 'webhook_endpoint',
    name,
    url,
    events: [...events],
    status: STATUSES[state],
    failing_since: failingSince && inSeconds(failingSince),
    created_at: inSeconds(createdAt),
  };
}

const inSeconds = (time: Date) => Math.floor(time.getTime() / 1000);
