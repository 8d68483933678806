import { useTranslation } from 'react-i18next';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PurchaseTable } from './PurchaseTable.tsx';
import { PURCHASES_PATH, type PurchasesData } from './purchases-data.ts';

/** The newest purchases on the page of the balance; nothing where nothing was bought. */
export function RecentPurchases({ purchases: { lines, nextBefore } }: { purchases: PurchasesData }) {
  const { t } = useTranslation('purchases');
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="purchases" className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="purchases" className="text-md font-semibold">
          {t('list.title')}
        </h2>
        {nextBefore && <TextLink to={PURCHASES_PATH}>{t('list.all')}</TextLink>}
      </div>
      <PurchaseTable lines={lines} />
    </section>
  );
}
