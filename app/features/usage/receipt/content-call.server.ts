import type { LoaderFunctionArgs } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { errorResponse } from '#app/http/errors/error-response.ts';
import { contentFile } from './content.server.ts';

/** GET /usage/receipts/:generationId/content.json: the stored body and answer of a call of the caller, as a file. */
export async function contentFileCall({ request, context, params }: LoaderFunctionArgs) {
  const { id: userId } = await requireUser(request, context);
  const id = params.generationId ?? '';
  const file = await contentFile({ id, userId });
  if (file === null) return errorResponse(new AppError('not_found'));
  return new Response(file, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="call-${id}.json"`,
      'x-content-type-options': 'nosniff',
    },
  });
}
