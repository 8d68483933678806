import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { readPartial } from '#app/core/generation/stream/partial-image.ts';
import { isId } from '#app/core/platform/ids.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { isOwnReply } from './own-reply.server.ts';

const PARAMS = z.object({ generationId: z.string().refine(isId) });

/**
 * GET /replies/:id/partial: the newest unfinished picture of a reply of the caller, small; 204 where there is none, or none
 * any more.
 * @throws AppError not_found
 */
export const partialCall = endpoint({ auth: 'user', params: PARAMS }, async ({ user, params }) => {
  const { generationId } = params;
  if (!(await isOwnReply(user.id, generationId))) throw new AppError('not_found', { param: 'generationId' });
  const picture = await readPartial(generationId);
  if (!picture) return undefined;
  return new Response(new Uint8Array(picture), {
    headers: {
      'content-type': 'image/webp',
      'cache-control': 'private, no-store',
      'content-security-policy': "sandbox; default-src 'none'",
    },
  });
});
