import type { LoaderFunctionArgs } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import { isId } from '#app/core/platform/ids.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { errorResponse } from '#app/http/error-response.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { readPurchases } from './read-purchases.server.ts';

const PAGE_SIZE = 25;

/** A page of the caller's purchases: the newest, or those that follow the one that `?before=` names. */
export async function loadPurchases({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const before = new URL(request.url).searchParams.get('before') ?? undefined;
  if (before !== undefined && !isId(before))
    throw errorResponse(new AppError('invalid_request', { param: 'before' }));
  const [purchases, texts] = await Promise.all([
    readPurchases(user.id, { before, limit: PAGE_SIZE }),
    pageTexts(request, 'purchases'),
  ]);
  return { purchases, isOlder: before !== undefined, texts };
}
