import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { OperatorPage } from '#app/features/admin/frame/OperatorPage.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { Boxes, CreditCard, ListRestart, Scale, ServerCog, type Drawing } from '#app/ui/icons/lucide.ts';
import { ReconciliationTable } from './ReconciliationTable.tsx';
import { ATTENTION, ATTENTION_PATHS, type AttentionName, type OverviewData } from './overview-data.ts';

const ICONS: Record<AttentionName, Drawing> = {
  payments: CreditCard,
  jobs: ListRestart,
  breakers: ServerCog,
  mismatches: Scale,
  confirm: Boxes,
};

/**
 * Overview: counts of items that need attention, each with a link to its page, and the latest
 * reconciliations.
 */
export function OverviewPage({ counts, reconciliations }: OverviewData) {
  const { t } = useTranslation('admin');
  return (
    <OperatorPage title={t('nav.overview')} lead={t('overview.lead')}>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-3 xl:grid-cols-5">
        {ATTENTION.map((name) => (
          <li key={name}>
            <AttentionTile name={name} count={counts[name]} />
          </li>
        ))}
      </ul>
      <ReconciliationTable reconciliations={reconciliations} />
    </OperatorPage>
  );
}

/** Count of one kind of item that needs attention; a dash when unknown. */
function AttentionTile({ name, count }: { name: AttentionName; count: number | null }) {
  const { t, i18n } = useTranslation('admin');
  return (
    <Link
      to={ATTENTION_PATHS[name]}
      className="flex h-full flex-col gap-1 rounded-card border border-line bg-surface-raised p-4 transition-colors hover:border-line-strong"
    >
      <span className="flex items-center gap-2 text-text-muted">
        <Icon of={ICONS[name]} />
        {t(`overview.${name}`)}
      </span>
      <span className={joinClasses('text-xl font-semibold tabular-nums', !count && 'text-text-muted')}>
        {count === null ? '–' : numberFormat(i18n.language).format(count)}
      </span>
      <span className="text-sm text-text-muted">{t(`overview.${name}Text`)}</span>
    </Link>
  );
}
