import { z } from 'zod';
import { ENDPOINT_NAME_MAX, ENDPOINT_URL_MAX, WEBHOOK_EVENTS } from '../webhooks/endpoint.ts';

const name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(ENDPOINT_NAME_MAX)
  .describe('What you call it.');
const url = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(ENDPOINT_URL_MAX)
  .describe('An https address on the public internet.');
const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1, 'must name an event')
  .max(WEBHOOK_EVENTS.length)
  .describe('What is sent there.');
const enabled = z.boolean();

/** POST /api/v1/webhook_endpoints. */
export const webhookEndpointRequest = z
  .strictObject({
    name,
    url,
    events: events.optional().describe('What is sent there; everything where nothing is said.'),
  })
  .meta({ title: 'WebhookEndpointRequest' });

/** POST /api/v1/webhook_endpoints/{id}. */
export const webhookEndpointChange = z
  .strictObject({
    name: name.optional(),
    url: url.optional(),
    events: events.optional(),
    enabled: enabled
      .optional()
      .describe('Whether anything is sent there. `true` begins anew where one was switched off.'),
  })
  .meta({ title: 'WebhookEndpointChange' });
