import { ChartNoAxesColumn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { ActivityTable } from './ActivityTable.tsx';
import { PageLinks } from './PageLinks.tsx';
import type { UsageData } from './usage-page.ts';

/** Every call that a person has made: by which model, how much of it, what it cost and how long it took. */
export function UsagePage({ usage: { lines, ...place } }: { usage: UsageData }) {
  const { t } = useTranslation('usage');
  return (
    <PageColumn width="table">
      <h1 className="text-xl font-semibold">{t('title')}</h1>
      {lines.length === 0 ? (
        <EmptyState
          icon={ChartNoAxesColumn}
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <LinkButton to="/chat/new" variant="primary">
              {t('empty.action')}
            </LinkButton>
          }
        />
      ) : (
        <ActivityTable lines={lines} />
      )}
      <PageLinks {...place} />
    </PageColumn>
  );
}
