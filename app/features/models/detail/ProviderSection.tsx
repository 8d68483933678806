import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Calculator } from './Calculator.tsx';
import type { ModelData } from './detail-data.ts';
import { FiguresTable } from './FiguresTable.tsx';
import { tablesOf } from './offer-tables.ts';
import { OffersTable } from './OffersTable.tsx';
import { PriceHistory } from './PriceHistory.tsx';

/** The providers of the model, the cost of a call, and earlier prices. */
export function ProviderSection({
  page: { model, view, calculator, history, figures },
}: {
  page: ModelData;
}) {
  const { t } = useTranslation('models');
  const { id, offers } = model;
  const tables = tablesOf(offers);
  return (
    <section aria-labelledby="providers" className="flex flex-col gap-6">
      <h2 id="providers" className="text-lg font-semibold">
        {t('section.providers')}
      </h2>
      {tables.length === 0 && <p className="text-text-muted">{t('offers.none')}</p>}
      {tables.map((kind) => (
        <div key={kind} className="flex flex-col gap-2">
          {tables.length > 1 && <h3 className="font-medium">{t(`offers.${kind}`)}</h3>}
          <OffersTable modelId={id} kind={kind} offers={offers} view={view} />
        </div>
      ))}
      {figures && offers.length > 0 && <FiguresTable offers={offers} figures={figures} />}
      {calculator.fields.length > 0 && <Calculator calculator={calculator} view={view} />}
      <PriceHistory history={history} />
    </section>
  );
}
