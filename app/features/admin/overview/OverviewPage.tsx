import { useTranslation } from 'react-i18next';
import { OperatorPage } from '../frame/OperatorPage.tsx';
import { AttentionTile } from './AttentionTile.tsx';
import { ATTENTION, type OverviewData } from './overview-data.ts';
import { ReconciliationTable } from './ReconciliationTable.tsx';

/** What needs the operator, each as a count that leads to its page, and what is kept twice. */
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
