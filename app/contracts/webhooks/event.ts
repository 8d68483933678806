import { z } from 'zod';
import { TEST_EVENT, WEBHOOK_EVENTS } from './endpoint.ts';

/** The body that is posted to callers' webhooks, in the format of OpenAI’s clients. */
export const webhookEvent = z
  .object({
    id: z.string().describe('The same each time that it is sent; `webhook-id`, too.'),
    object: z.literal('event'),
    created_at: z.int().describe('Seconds since 1970.'),
    type: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]),
    data: z.object({ id: z.string().describe('Of the video; of the webhook itself in a test.') }),
  })
  .meta({ title: 'Event of a webhook' });
