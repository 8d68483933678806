import { WEBHOOK_EVENTS, type WebhookEvent } from '#app/contracts/webhooks/endpoint.ts';
import { IDEMPOTENCY_KEY, type Operation } from './operation.server.ts';
import { schemaRef } from './schemas.server.ts';

const ENDPOINT_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of a webhook.',
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
    description: 'The answer has its secret, which is told here alone.',
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
    description: 'All of the account, those of the page of webhooks too, the oldest first.',
    answer: { schema: 'WebhookEndpointList', description: 'The webhooks.' },
    errors: 'read',
  },
  {
    method: 'get',
    path: '/webhook_endpoints/{id}',
    operationId: 'getWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Look at a webhook',
    description: 'Where it leads, and whether anything can be delivered there.',
    parameters: [ENDPOINT_ID],
    answer: { schema: 'WebhookEndpoint', description: 'The webhook.' },
    errors: 'read',
  },
  {
    method: 'post',
    path: '/webhook_endpoints/{id}',
    operationId: 'updateWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Change a webhook',
    description: 'What is not named stays.',
    parameters: [ENDPOINT_ID],
    body: { schema: schemaRef('WebhookEndpointChange'), example: { enabled: false } },
    answer: { schema: 'WebhookEndpoint', description: 'The webhook as it is now.' },
    errors: 'changing',
  },
  {
    method: 'delete',
    path: '/webhook_endpoints/{id}',
    operationId: 'deleteWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'With all that was sent to it.',
    parameters: [ENDPOINT_ID],
    answer: { schema: 'WebhookEndpointDeleted', description: 'It is gone.' },
    errors: 'read',
  },
  {
    method: 'post',
    path: '/webhook_endpoints/{id}/test',
    operationId: 'testWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Send a test to a webhook',
    description: 'An event of the type `webhook.test`, signed as all are.',
    parameters: [ENDPOINT_ID],
    answer: { schema: 'WebhookEndpointTest', description: 'The event. It is on its way.' },
    errors: 'read',
  },
];

const SUMMARIES: Readonly<Record<WebhookEvent, string>> = {
  'video.completed': 'A video is finished',
  'video.failed': 'A video has failed or was cancelled',
};

const text = { type: 'string' };

/** Headers of the Standard Webhooks specification. */
const HEADERS = [
  ['webhook-id', 'The id of the event.', text],
  ['webhook-timestamp', 'Seconds since 1970.', text],
  [
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `<id>.<timestamp>.<body>` as base64; several with spaces between them.',
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
          responses: { '2XX': { description: 'It was taken. Anything else has it sent again.' } },
        },
      },
    ]),
  );
}
