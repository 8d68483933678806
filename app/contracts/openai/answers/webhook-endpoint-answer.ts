import { z } from 'zod';
import { TEST_EVENT, WEBHOOK_EVENTS } from '../../webhooks/endpoint.ts';

const time = z.int().describe('Seconds since 1970.');

/** A webhook as its owner sees it: never its secret. */
export const webhookEndpointAnswer = z
  .object({
    id: z.string(),
    object: z.literal('webhook_endpoint'),
    name: z.string(),
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    status: z
      .enum(['enabled', 'disabled', 'failing'])
      .describe('`failing`: it was switched off because nothing could be delivered for days.'),
    failing_since: time.nullable().describe('Since when nothing could be delivered; null while it can.'),
    created_at: time,
  })
  .meta({ title: 'WebhookEndpoint' });

/** POST /api/v1/webhook_endpoints. */
export const newWebhookEndpointAnswer = webhookEndpointAnswer
  .extend({ secret: z.string().describe('What its events are signed with. It is told here alone.') })
  .meta({ title: 'NewWebhookEndpoint' });

/** GET /api/v1/webhook_endpoints. */
export const webhookEndpointListAnswer = z
  .object({ object: z.literal('list'), data: z.array(webhookEndpointAnswer), has_more: z.literal(false) })
  .meta({ title: 'WebhookEndpointList' });

/** DELETE /api/v1/webhook_endpoints/{id}. */
export const webhookEndpointDeletedAnswer = z
  .object({ id: z.string(), object: z.literal('webhook_endpoint.deleted'), deleted: z.literal(true) })
  .meta({ title: 'WebhookEndpointDeleted' });

/** POST /api/v1/webhook_endpoints/{id}/test. */
export const webhookEndpointTestAnswer = z
  .object({
    id: z.string().describe('Of the event: `webhook-id` of what is sent.'),
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
