import { z } from 'zod';
import {
  ENDPOINT_NAME_MAX,
  ENDPOINT_URL_MAX,
  TEST_EVENT,
  WEBHOOK_EVENTS,
} from '#app/contracts/webhooks/endpoint.ts';

const name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(ENDPOINT_NAME_MAX)
  .describe('A name of your choice.');

const url = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(ENDPOINT_URL_MAX)
  .describe('An https URL on the public internet.');

const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1, 'must name an event')
  .max(WEBHOOK_EVENTS.length)
  .describe('The events to send.');

const enabled = z.boolean();

/** The body of POST /api/v1/webhook_endpoints. */
export const webhookEndpointRequest = z
  .strictObject({
    name,
    url,
    events: events.optional().describe('The events to send; all of them by default.'),
  })
  .meta({ title: 'WebhookEndpointRequest' });

/** The body of POST /api/v1/webhook_endpoints/{id}. */
export const webhookEndpointChange = z
  .strictObject({
    name: name.optional(),
    url: url.optional(),
    events: events.optional(),
    enabled: enabled
      .optional()
      .describe('Whether events are sent. `true` restarts a webhook that was disabled.'),
  })
  .meta({ title: 'WebhookEndpointChange' });

const time = z.int().describe('Unix time in seconds.');

/** A webhook in the form that its owner sees: never with its secret. */
export const webhookEndpointAnswer = z
  .object({
    id: z.string(),
    object: z.literal('webhook_endpoint'),
    name: z.string(),
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    status: z
      .enum(['enabled', 'disabled', 'failing'])
      .describe('`failing`: it was disabled because nothing could be delivered for days.'),
    failing_since: time
      .nullable()
      .describe('Since when nothing could be delivered; null while deliveries work.'),
    created_at: time,
  })
  .meta({ title: 'WebhookEndpoint' });

/** The answer of POST /api/v1/webhook_endpoints. */
export const newWebhookEndpointAnswer = webhookEndpointAnswer
  .extend({ secret: z.string().describe('The secret that signs its events. It is shown only here.') })
  .meta({ title: 'NewWebhookEndpoint' });

/** The answer of GET /api/v1/webhook_endpoints. */
export const webhookEndpointListAnswer = z
  .object({ object: z.literal('list'), data: z.array(webhookEndpointAnswer), has_more: z.literal(false) })
  .meta({ title: 'WebhookEndpointList' });

/** The answer of DELETE /api/v1/webhook_endpoints/{id}. */
export const webhookEndpointDeletedAnswer = z
  .object({ id: z.string(), object: z.literal('webhook_endpoint.deleted'), deleted: z.literal(true) })
  .meta({ title: 'WebhookEndpointDeleted' });

/** The answer of POST /api/v1/webhook_endpoints/{id}/test. */
export const webhookEndpointTestAnswer = z
  .object({
    id: z.string().describe('The ID of the event, sent as `webhook-id`.'),
    object: z.literal('event'),
    type: z.literal(TEST_EVENT),
    created_at: time,
  })
  .meta({ title: 'WebhookEndpointTest' });

export type WebhookEndpointAnswer = z.output<typeof webhookEndpointAnswer>;

export type NewWebhookEndpointAnswer = z.output<typeof newWebhookEndpointAnswer>;

export type WebhookEndpointListAnswer = z.output<typeof webhookEndpointListAnswer>;

export type WebhookEndpointDeletedAnswer = z.output<typeof webhookEndpointDeletedAnswer>;

export type WebhookEndpointTestAnswer = z.output<typeof webhookEndpointTestAnswer>;
