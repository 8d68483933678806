import { Link, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { useRequestFacts } from '#app/ui/i18n/request-facts.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { ActivityView } from './ActivityView.tsx';
import { ChatsView } from './chats/ChatsView.tsx';
import { DashboardView } from './dashboard/DashboardView.tsx';
import { AssigneePicker, FilterChips, RangeLinks } from './filter/FilterControls.tsx';
import { FILTER_KEY, rememberedSearch, rememberFilter } from './filter/remembered-filter.ts';
import { TABS, USAGE_PATH, usageHref, type Notice, type UsageQuery } from './filter/usage-query.ts';
import type { UsageData } from './usage-page.ts';

const look =
  'control inline-flex items-center border-b-2 border-transparent px-3 text-text-muted transition-colors hover:text-text ' +
  'aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-text';

/**
 * Redirects to the stored filter before anything below is drawn, so that no other figures are visible first.
 */
const RESTORE = `{
  let search = null;
  try {
    search = (${rememberedSearch.toString()})(location.search, localStorage.getItem('${FILTER_KEY}'));
  } catch {}
  if (search !== null) {
    document.documentElement.style.visibility = 'hidden';
    location.replace(search);
  }
}`;

/** A user's usage, in charts, call by call and chat by chat, filtered by time, model or key. */
export function UsagePage({ data }: { data: UsageData }) {
  const { t } = useTranslation('usage');
  const { location } = useNavigation();
  const { query, dashboard, activity, chats } = data;
  const isLoading = location?.pathname === USAGE_PATH;
  return (
    <PageColumn width="table">
      <RememberedFilter data={data} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <RangeLinks query={query} />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3 border-b border-line">
        <UsageTabs query={query} />
        {query.tab !== 'chats' && <AssigneePicker data={data} />}
      </div>
      <Notices notices={data.notices} />
      <FilterChips data={data} />
      {dashboard && <DashboardView data={data} dashboard={dashboard} isLoading={isLoading} />}
      {activity && <ActivityView data={data} activity={activity} isLoading={isLoading} />}
      {chats && <ChatsView query={query} page={chats} isLoading={isLoading} />}
      {!dashboard && !activity && !chats && <ReadFailed query={query} />}
    </PageColumn>
  );
}

/** The figures could not be read: none are lost, and the user can retry. */
function ReadFailed({ query }: { query: UsageQuery }) {
  const { t } = useTranslation('dashboard');
  return (
    <Banner
      tone="bad"
      title={t('failed.title')}
      action={
        <LinkButton to={usageHref(query, query)} size="small" reloadDocument>
          {t('failed.again')}
        </LinkButton>
      }
    >
      {t('failed.text')}
    </Banner>
  );
}

/** The views of the same calls. */
function UsageTabs({ query }: { query: UsageQuery }) {
  const { t } = useTranslation('dashboard');
  return (
    <nav aria-label={t('tabs.label')} className="flex gap-1">
      {TABS.map((tab) => (
        <Link
          key={tab}
          to={usageHref(query, { tab })}
          preventScrollReset
          aria-current={tab === query.tab ? 'page' : undefined}
          className={look}
        >
          {t(`tabs.${tab}`)}
        </Link>
      ))}
    </nav>
  );
}

/** Invalid values of the address, and those shown instead. */
function Notices({ notices }: { notices: readonly Notice[] }) {
  const { t } = useTranslation('dashboard');
  if (notices.length === 0) return null;
  return (
    <Banner tone="warn">
      {notices.map(({ field, asked, shown }) => (
        <p key={field} className="wrap-anywhere">
          {t(`notice.${field}`, { asked, shown })}
        </p>
      ))}
    </Banner>
  );
}

/** Stores the current filter, and restores the stored one. */
function RememberedFilter({ data: { query, isPlain } }: { data: UsageData }) {
  const { nonce } = useRequestFacts();
  const { user, model, source, dateInterval } = query;
  useEffect(() => {
    if (!isPlain) rememberFilter({ user, model, source, dateInterval });
  }, [isPlain, user, model, source, dateInterval]);
  if (useHydrated()) return null;
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: RESTORE }} />;
}
