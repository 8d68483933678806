import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { ChatUsagePage } from '#app/contracts/usage/activity.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { NoCalls } from '../NoCalls.tsx';
import { usageHref, type UsageQuery } from '../filter/usage-query.ts';
import { ChatTable } from './ChatTable.tsx';

interface ChatsViewProps {
  query: UsageQuery;
  page: ChatUsagePage;
  /** Whether other chats are loading. */
  isLoading: boolean;
}

/** The cost of each chat of the viewer in the period, and links to the other pages. */
export function ChatsView({ query, page: { chats, older }, isLoading }: ChatsViewProps) {
  const { t } = useTranslation('usage');
  if (chats.length === 0) return <NoCalls query={query} older={older} />;
  return (
    <div aria-busy={isLoading || undefined} className="flex flex-col gap-3 aria-busy:opacity-60">
      <ChatTable chats={chats} />
      {(query.until !== null || older) && (
        <nav aria-label={t('chats.pages')} className="flex justify-between gap-3">
          {query.until !== null && (
            <LinkButton to={usageHref(query)} size="small">
              {t('newest')}
            </LinkButton>
          )}
          {older && (
            <LinkButton to={usageHref(query, { until: older })} size="small" rel="next" className="ms-auto">
              {t('next')}
            </LinkButton>
          )}
        </nav>
      )}
    </div>
  );
}
