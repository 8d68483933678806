import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { TITLE_SEARCH_MAX, type ChatConversation } from '#app/contracts/chat.ts';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { SearchForm } from '#app/ui/components/form/SearchForm.tsx';
import { Search } from '#app/ui/icons/lucide.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';

interface SearchPageProps {
  search: string;
  conversations: ChatConversation[];
  nextCursor: string | null;
}

/** Page of the search in the titles of the chats; the newest chats without a text. */
export function SearchPage({ search, conversations, nextCursor }: SearchPageProps) {
  const { t } = useTranslation('chat');
  return (
    <PageColumn>
      <h1 className="text-xl font-semibold">{t('search.title')}</h1>
      <SearchForm
        action="/search"
        search={search}
        label={t('search.label')}
        button={t('search.button')}
        maxLength={TITLE_SEARCH_MAX}
      />
      {conversations.length === 0 ? (
        <EmptyState icon={Search} title={t(search === '' ? 'list.empty' : 'search.none')} />
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line">
          {conversations.map(({ conversationId, title, updatedAt }) => (
            <li key={conversationId}>
              <Link
                to={`/chat/${conversationId}`}
                className="control flex items-center justify-between gap-4 px-4 hover:bg-surface-sunken"
              >
                <span dir="auto" className="min-w-0 grow truncate text-start">
                  {title}
                </span>
                <span className="shrink-0 text-sm text-text-muted">
                  <DateTime at={updatedAt} show="relative" />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {nextCursor && (
        <LinkButton
          to={`?${new URLSearchParams({ q: search, after: nextCursor }).toString()}`}
          className="self-end"
        >
          {t('search.more')}
        </LinkButton>
      )}
    </PageColumn>
  );
}
