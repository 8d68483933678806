import { AppError } from '#app/contracts/errors.ts';
import { SEARCH_MAX } from '#app/contracts/search.ts';
import { consumeSearchQuota } from '#app/core/limits/quotas.ts';
import { findMessages } from '#app/core/search/find-messages.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { readFilters, readSearchFields } from './search-fields.ts';

/** GET /api/search/enable: true, because the search needs no service of its own. */
export const enableCall = endpoint({ auth: 'user' }, () => true);

/**
 * GET /api/search?q=&after=: a page of the caller's messages that a query finds, newest first, with the filters of
 * the page (`model`, `from`, `to`, `role`, `has`, `cost`), and on the first page chats by their title.
 */
export const searchCall = endpoint({ auth: 'user' }, async ({ user, request }) => {
  const { searchParams } = new URL(request.url);
  if ((searchParams.get('q') ?? '').length > SEARCH_MAX)
    throw new AppError('invalid_request', {
      param: 'q',
      message: `q: at most ${SEARCH_MAX} characters are expected.`,
    });
  const fields = readSearchFields(searchParams);
  const { filters, invalid } = readFilters(fields);
  if (invalid[0]) throw new AppError('invalid_request', { param: invalid[0] });
  await consumeSearchQuota(user.id);
  return findMessages({ userId: user.id, query: fields.q, filters, cursor: searchParams.get('after') });
});
