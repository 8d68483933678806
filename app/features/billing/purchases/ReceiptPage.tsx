import { useTranslation } from 'react-i18next';
import type { PurchaseReceipt } from '#app/contracts/payments/receipt.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { PrintButton } from './PrintButton.tsx';
import { PURCHASES_PATH } from './purchases-data.ts';
import { ReceiptAmounts } from './ReceiptAmounts.tsx';
import { ReceiptHead, type ReceiptParties } from './ReceiptHead.tsx';

/** The receipt of a purchase, on a sheet of its own when it is printed. */
export function ReceiptPage({ receipt, ...parties }: { receipt: PurchaseReceipt } & ReceiptParties) {
  const { t } = useTranslation('purchases');
  const { state, reason } = receipt;
  return (
    <PageColumn className="print-sheet">
      <div className="flex items-center justify-between gap-4 print:hidden">
        <TextLink to={PURCHASES_PATH} className="text-sm">
          {t('list.title')}
        </TextLink>
        <PrintButton />
      </div>
      <Card className="flex flex-col gap-6 print:rounded-none print:border-0 print:bg-transparent print:p-0">
        <ReceiptHead receipt={receipt} {...parties} />
        {state !== 'credited' && (
          <Banner tone={state === 'waiting' ? 'info' : 'warn'} title={t(`state.${state}`)}>
            {reason ? t(`reason.${reason}`) : t(`about.${state}`)}
          </Banner>
        )}
        <ReceiptAmounts receipt={receipt} />
      </Card>
    </PageColumn>
  );
}
