import { listUsedModels } from '#app/core/conversations/messages/found-messages.ts';
import { consumeSearchQuota } from '#app/core/limits/quotas.ts';
import { findMessages } from '#app/core/search/find-messages.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { readFilters, readSearchFields, type SearchData } from './search-fields.ts';

/**
 * Loads a page of the messages that `?q=` and the filters find; `?after=` is the cursor of a later page. A filter
 * that cannot be read finds nothing, and is named.
 * @throws AppError message_limit
 */
export const loadSearch = pageLoader({ auth: 'user' }, async ({ user, request, url: { searchParams } }) => {
  const fields = readSearchFields(searchParams);
  const { filters, invalid } = readFilters(fields);
  const hasFilters = Object.keys(filters).length > 0;
  const hasSearch = invalid.length === 0 && (fields.q !== '' || hasFilters);
  if (hasSearch) await consumeSearchQuota(user.id);
  const cursor = searchParams.get('after');
  const [found, models, texts] = await Promise.all([
    hasSearch
      ? findMessages({ userId: user.id, query: fields.q, filters, cursor })
      : { titles: [], messages: [], next: null, corrected: null },
    listUsedModels(user.id),
    pageTexts(request, 'search'),
  ]);
  const search: SearchData = { ...found, fields, invalid, hasFilters, models, isLater: cursor !== null };
  return { search, texts };
});
