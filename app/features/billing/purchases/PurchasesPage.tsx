import { Receipt } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { BALANCE_PATH } from '../balance-page.ts';
import { PurchaseTable } from './PurchaseTable.tsx';
import { PURCHASES_PATH, type PurchasesData } from './purchases-data.ts';

/** All purchases of a user, page by page. */
export function PurchasesPage({ purchases, isOlder }: { purchases: PurchasesData; isOlder: boolean }) {
  const { t } = useTranslation(['purchases', 'billing']);
  const { lines, nextBefore } = purchases;
  return (
    <PageColumn width="table">
      <div className="flex flex-col gap-1">
        <TextLink to={BALANCE_PATH} className="self-start text-sm">
          {t('billing:title')}
        </TextLink>
        <h1 className="text-xl font-semibold">{t('list.title')}</h1>
      </div>
      {lines.length === 0 ? (
        <EmptyState
          icon={Receipt}
          title={t('list.empty.title')}
          text={t('list.empty.text')}
          action={
            <LinkButton to={BALANCE_PATH} variant="primary">
              {t('add.title')}
            </LinkButton>
          }
        />
      ) : (
        <PurchaseTable lines={lines} />
      )}
      {(isOlder || nextBefore) && (
        <nav aria-label={t('list.pages')} className="flex justify-between gap-2">
          {isOlder && <LinkButton to={PURCHASES_PATH}>{t('billing:newest')}</LinkButton>}
          {nextBefore && (
            <LinkButton to={`?before=${nextBefore}`} className="ms-auto">
              {t('billing:older')}
            </LinkButton>
          )}
        </nav>
      )}
    </PageColumn>
  );
}
