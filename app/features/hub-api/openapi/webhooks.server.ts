import { WEBHOOK_EVENTS, type WebhookEvent } from '#app/contracts/webhooks/endpoint.ts';
import { schemaRef } from './schemas.server.ts';

const SUMMARIES: Readonly<Record<WebhookEvent, string>> = {
  'video.completed': 'A video is finished',
  'video.failed': 'A video has failed or was cancelled',
};

const text = { type: 'string' };
/** Of Standard Webhooks. */
const HEADERS = [
  ['webhook-id', 'The id of the event.', text],
  ['webhook-timestamp', 'Seconds since 1970.', text],
  [
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `<id>.<timestamp>.<body>` as base64; several with spaces between them.',
    text,
  ],
] as const;

/** What is posted to addresses of callers, by the name of its event. */
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
