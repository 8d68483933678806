import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { Reconciliation } from '#app/contracts/usage/dashboard.ts';
import { Cell, DataTable, Lead, Row } from '#app/features/admin/table/DataTable.tsx';
import { Badge } from '#app/ui/components/Badge.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { RECONCILIATION_ID } from './overview-data.ts';

/** Results of the latest comparisons of redundant data. */
export function ReconciliationTable({ reconciliations }: { reconciliations: Reconciliation[] }) {
  const { t } = useTranslation('admin');
  const heads = [
    { name: t('reconciliation.what') },
    { name: t('reconciliation.result') },
    { name: t('reconciliation.compared'), isFigure: true },
    { name: t('reconciliation.at'), isFigure: true },
  ];
  return (
    <section id={RECONCILIATION_ID} className="flex scroll-mt-16 flex-col gap-3">
      <h2 className="text-md font-semibold">{t('reconciliation.heading')}</h2>
      <p className="text-text-muted">{t('reconciliation.lead')}</p>
      {reconciliations.length === 0 ? (
        <p className="text-text-muted">{t('reconciliation.none')}</p>
      ) : (
        <DataTable caption={t('reconciliation.heading')} heads={heads}>
          {reconciliations.map((one) => (
            <ReconciliationRow key={one.what} reconciliation={one} />
          ))}
        </DataTable>
      )}
    </section>
  );
}

function ReconciliationRow({ reconciliation }: { reconciliation: Reconciliation }) {
  const { t, i18n } = useTranslation('admin');
  const { what, checkedAt, compared, mismatches, examples } = reconciliation;
  return (
    <Row>
      <Lead>
        <span className="font-medium">{t(`reconciliation.names.${what}`)}</span>
      </Lead>
      <Cell name={t('reconciliation.result')}>
        <div className="flex flex-col items-start gap-1 max-md:items-end">
          {mismatches === 0 ? (
            <Badge tone="good">{t('reconciliation.agree')}</Badge>
          ) : (
            <Badge tone="bad">{t('reconciliation.mismatches', { count: mismatches })}</Badge>
          )}
          {examples.length > 0 && (
            <ul dir="ltr" className="text-start text-sm text-text-muted">
              {examples.map((example) => (
                <li key={example}>{example}</li>
              ))}
            </ul>
          )}
        </div>
      </Cell>
      <Cell name={t('reconciliation.compared')} isFigure>
        {numberFormat(i18n.language).format(compared)}
      </Cell>
      <Cell name={t('reconciliation.at')} isFigure>
        <DateTime at={checkedAt} />
      </Cell>
    </Row>
  );
}
