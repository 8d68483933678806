import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { handleProviderWebhook } from '#app/core/generation/run/job/webhook.ts';
import { isId } from '#app/core/platform/ids.ts';
import { isWebhookToken } from '#app/core/tasks/media/webhook-address.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { readBytes } from '#app/http/body/read-body.ts';

/**
 * Some providers repeat the order with its images. Longer bodies are rejected; polling still finds the result
 * of the job.
 */
const MAX_BYTES = 4 * 1024 * 1024;

const params = z.object({
  provider: z.string().regex(/^[\w-]{1,64}$/),
  generationId: z.string().refine(isId),
});

/**
 * POST /api/media/webhooks/{provider}/{generation}?token=: a provider of images or videos reports on an
 * order. Only that provider knows the token; the body of a request without it is not read.
 */
export const providerWebhook = endpoint({ auth: 'none', params }, async ({ request, params: place }) => {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  if (!isWebhookToken(place, token)) throw new AppError('not_found', { message: 'Not found.' });
  const body = Buffer.from(await readBytes(request, MAX_BYTES));
  return (await handleProviderWebhook(place, { headers: request.headers, body })) ?? { received: true };
});
