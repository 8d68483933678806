import type { LoaderFunctionArgs } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { errorResponse } from '#app/http/error-response.ts';
import { viewAll } from './calls.server.ts';

/**
 * GET /presets/export: all presets as a file, or with `?preset=` one. In the shape of the specification, so that other
 * programs read it, too.
 */
export async function exportCall({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const user = await requireUser(request, context);
  const wanted = new URL(request.url).searchParams.get('preset');
  const all = await viewAll(user.id);
  const one = all.find(({ presetId }) => presetId === wanted);
  if (wanted !== null && !one) return errorResponse(new AppError('not_found', { param: 'preset' }));
  return new Response(JSON.stringify(one ?? all, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${one ? 'preset' : 'presets'}.json"`,
      'cache-control': 'private, no-store',
    },
  });
}
