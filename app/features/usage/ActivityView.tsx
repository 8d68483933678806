import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { ActivityPage } from '#app/contracts/usage/activity.ts';
import { ActivityTable } from './ActivityTable.tsx';
import { ExportLinks } from './ExportLinks.tsx';
import { NoCalls } from './NoCalls.tsx';
import { PageLinks } from './PageLinks.tsx';
import type { UsageData } from './usage-page.ts';

interface ActivityViewProps {
  data: UsageData;
  activity: ActivityPage;
  /** Whether other calls are loading. */
  isLoading: boolean;
}

/** The list of calls, each with a link to its receipt. */
export function ActivityView({ data, activity, isLoading }: ActivityViewProps) {
  const { t } = useTranslation('dashboard');
  const { query, assignees, ownId } = data;
  const { lines, ...place } = activity;
  const emails = new Map(assignees?.map(({ id, email }) => [id, email]));
  return (
    <>
      {lines.length === 0 ? (
        <NoCalls query={query} older={place.older} />
      ) : (
        <div aria-busy={isLoading || undefined} className="flex flex-col gap-3 aria-busy:opacity-60">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h2 className="font-semibold">{t('calls')}</h2>
            <ExportLinks filter={query} />
          </div>
          <ActivityTable lines={lines} ownId={ownId} emails={emails} />
        </div>
      )}
      <PageLinks query={query} {...place} older={lines.length === 0 ? null : place.older} />
    </>
  );
}
