import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { heedWebhook } from '#app/core/generation/run/job/webhook.ts';
import { isId } from '#app/core/platform/ids.ts';
import { isWebhookToken } from '#app/core/tasks/media/webhook-address.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { readBytes } from '#app/http/body/read-body.ts';

/** Some repeat what was ordered, with its pictures. What is longer is not heard: the job is looked at all the same. */
const MAX_BYTES = 4 * 1024 * 1024;

const params = z.object({
  provider: z.string().regex(/^[\w-]{1,64}$/),
  generationId: z.string().refine(isId),
});

/**
 * POST /api/media/webhooks/{provider}/{generation}?token=: a provider of pictures or videos reports on an order. The address
 * is known to it alone; nothing is read of who does not know it.
 */
export const providerWebhook = endpoint({ auth: 'none', params }, async ({ request, params: place }) => {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  if (!isWebhookToken(place, token)) throw new AppError('not_found', { message: 'There is nothing here.' });
  const body = Buffer.from(await readBytes(request, MAX_BYTES));
  return (await heedWebhook(place, { headers: request.headers, body })) ?? { received: true };
});
