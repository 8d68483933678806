import { z } from 'zod';
import { TEST_EVENT, WEBHOOK_EVENTS } from './endpoint.ts';

/** The body that is posted to callers' webhooks, in the format of OpenAI’s clients. */
export const webhookEvent = z
  .object({
    id: z.string().describe('The same each time the event is sent; also the `webhook-id`.'),
    object: z.literal('event'),
    created_at: z.int().describe('Unix time in seconds.'),
    type: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]),
    data: z.object({ id: z.string().describe('The ID of the video, or of the webhook in a test.') }),
  })
  .meta({ title: 'Event of a webhook' });
