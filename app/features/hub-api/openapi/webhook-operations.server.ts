import { WEBHOOK_EVENTS, type WebhookEvent } from '#app/contracts/webhooks/endpoint.ts';
import { IDEMPOTENCY_KEY, type Operation } from './operation.server.ts';
import { schemaRef } from './schemas.server.ts';

const ENDPOINT_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The ID of a webhook.',
  schema: { type: 'string' },
};

const HOOK = { name: 'My server', url: 'https://example.com/hooks', events: ['video.completed'] };

/** Webhooks of the account: create, read, change, delete. */
export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/webhook_endpoints',
    operationId: 'createWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description: 'The response has its secret, which is shown only here.',
    parameters: [IDEMPOTENCY_KEY],
    body: { schema: schemaRef('WebhookEndpointRequest'), example: HOOK },
    answer: {
      schema: 'NewWebhookEndpoint',
      description: 'The webhook, with its secret.',
      headers: ['IdempotentReplayed'],
    },
    errors: 'changing',
  },
  {
    method: 'get',
    path: '/webhook_endpoints',
    operationId: 'listWebhookEndpoints',
    tag: 'Webhooks',
    summary: 'List webhooks',
    description:
      'All webhooks of the account, including those created on the webhooks page, the oldest first.',
    answer: { schema: 'WebhookEndpointList', description: 'The webhooks.' },
    errors: 'read',
  },
  {
    method: 'get',
    path: '/webhook_endpoints/{id}',
    operationId: 'getWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Get a webhook',
    description: 'Its URL, and whether events can be delivered there.',
    parameters: [ENDPOINT_ID],
    answer: { schema: 'WebhookEndpoint', description: 'The webhook.' },
    errors: 'read',
  },
  {
    method: 'post',
    path: '/webhook_endpoints/{id}',
    operationId: 'updateWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Update a webhook',
    description: 'Fields that you omit stay unchanged.',
    parameters: [ENDPOINT_ID],
    body: { schema: schemaRef('WebhookEndpointChange'), example: { enabled: false } },
    answer: { schema: 'WebhookEndpoint', description: 'The updated webhook.' },
    errors: 'changing',
  },
  {
    method: 'delete',
    path: '/webhook_endpoints/{id}',
    operationId: 'deleteWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'Deletes the webhook and everything that was sent to it.',
    parameters: [ENDPOINT_ID],
    answer: { schema: 'WebhookEndpointDeleted', description: 'Confirmation that it was deleted.' },
    errors: 'read',
  },
  {
    method: 'post',
    path: '/webhook_endpoints/{id}/test',
    operationId: 'testWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Send a test event to a webhook',
    description: 'Sends an event of type `webhook.test`, signed like all others.',
    parameters: [ENDPOINT_ID],
    answer: { schema: 'WebhookEndpointTest', description: 'The event that is being sent.' },
    errors: 'read',
  },
];

const SUMMARIES: Readonly<Record<WebhookEvent, string>> = {
  'video.completed': 'A video is finished',
  'video.failed': 'A video has failed or was canceled',
};

const text = { type: 'string' };

/** Headers of the Standard Webhooks specification. */
const HEADERS = [
  ['webhook-id', 'The ID of the event.', text],
  ['webhook-timestamp', 'Unix time in seconds.', text],
  [
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `<id>.<timestamp>.<body>` as base64; several signatures are separated by spaces.',
    text,
  ],
] as const;

/** The requests that are posted to callers' addresses, by event name. */
export function webhooks(): Record<string, object> {
  const parameters = HEADERS.map(([name, description, schema]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema,
  }));
  return Object.fromEntries(
    WEBHOOK_EVENTS.map((event) => [
      event,
      {
        post: {
          operationId: event.replace('.', '_'),
          tags: ['Webhooks'],
          summary: SUMMARIES[event],
          security: [],
          parameters,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaRef('WebhookEvent') } },
          },
          responses: {
            '2XX': { description: 'The event was accepted. After any other status it is sent again.' },
          },
        },
      },
    ]),
  );
}
