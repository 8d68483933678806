import { Link, useNavigation } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Search } from '#app/ui/icons/lucide.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { ArchivedMark } from './ArchivedMark.tsx';
import { FoundItem } from './FoundItem.tsx';
import { searchHref, type SearchData } from './search-fields.ts';
import { SearchBox } from './SearchBox.tsx';

/** Page of the search in all messages of the user. */
export function SearchPage(search: SearchData) {
  const { t } = useTranslation('search');
  const { fields, titles, messages, next, corrected } = search;
  const isLoading = useNavigation().location?.pathname === '/search';
  return (
    <PageColumn>
      <h1 className="text-xl font-semibold">{t('title')}</h1>
      <SearchBox {...search} />
      <div aria-busy={isLoading} className="flex flex-col gap-6">
        {corrected !== null && <output>{t('corrected', { query: fields.q, corrected })}</output>}
        {titles.length > 0 && (
          <section aria-labelledby="found-chats" className="flex flex-col gap-2">
            <h2 id="found-chats" className="font-semibold">
              {t('chats')}
            </h2>
            <ul className="divide-y divide-line rounded-card border border-line">
              {titles.map(({ conversationId, title, archived }) => (
                <li key={conversationId}>
                  <Link
                    to={`/chat/${conversationId}`}
                    className="control flex items-center px-4 hover:bg-surface-sunken"
                  >
                    <span className="min-w-0 grow truncate">
                      <bdi>{title}</bdi>
                    </span>
                    {archived && <ArchivedMark />}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
        {messages.length > 0 && (
          <section aria-labelledby="found-messages" className="flex flex-col gap-2">
            <h2 id="found-messages" className="font-semibold">
              {t('messages')}
            </h2>
            <p className="text-sm text-text-muted">{t('hint')}</p>
            <ol className="divide-y divide-line rounded-card border border-line">
              {messages.map((message) => (
                <FoundItem key={message.messageId} message={message} />
              ))}
            </ol>
          </section>
        )}
        <NothingFound {...search} />
      </div>
      {next !== null && (
        <LinkButton to={searchHref({ ...fields, q: corrected ?? fields.q }, next)} className="self-end">
          {t('older')}
        </LinkButton>
      )}
    </PageColumn>
  );
}

/** Tells why there are no results: nothing was searched, nothing was found, or not yet. */
function NothingFound({ fields, hasFilters, invalid, titles, messages, next }: SearchData) {
  const { t } = useTranslation('search');
  const isEmpty = messages.length === 0 && titles.length === 0;
  if (!isEmpty || invalid.length > 0) return <output />;
  if (fields.q === '' && !hasFilters)
    return <EmptyState icon={Search} title={t('start')} text={t('startText')} />;
  return (
    <output>
      <EmptyState icon={Search} title={t('none')} text={t(next === null ? 'noneText' : 'noneYet')} />
    </output>
  );
}
