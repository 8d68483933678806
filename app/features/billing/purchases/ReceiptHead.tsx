import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchaseReceipt } from '#app/contracts/payments/receipt.ts';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { useAppTitle } from '#app/ui/layout/use-app-title.ts';

/** Who sold and who bought. */
export interface ReceiptParties {
  buyer: { name: string; email: string };
  sellerEmail: string | null;
}

/** Whose receipt it is, of what, and when. */
export function ReceiptHead({
  receipt: { id, at, provider, isAutomatic, paymentId },
  buyer,
  sellerEmail,
}: { receipt: PurchaseReceipt } & ReceiptParties) {
  const { t } = useTranslation('purchases');
  const seller = useAppTitle();
  return (
    <>
      <h1 className="text-xl font-semibold">{t('receipt.title')}</h1>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact name={t('receipt.seller')}>
          <bdi>{seller}</bdi>
          {sellerEmail && <Below>{sellerEmail}</Below>}
        </Fact>
        <Fact name={t('receipt.buyer')}>
          <bdi>{buyer.name}</bdi>
          <Below>{buyer.email}</Below>
        </Fact>
        <Fact name={t('receipt.date')}>
          <DateTime at={at} />
        </Fact>
        <Fact name={t('receipt.method')}>
          {t(`method.${provider}`)}
          {isAutomatic && <> · {t('automatic')}</>}
        </Fact>
        <Fact name={t('receipt.number')}>
          <code className="font-mono text-sm break-all">{id}</code>
        </Fact>
        <Fact name={t('receipt.payment')}>
          <code className="font-mono text-sm break-all">{paymentId}</code>
        </Fact>
      </dl>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-text-muted">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

/** A second line, at the side where the page begins whatever is written in it. */
function Below({ children }: { children: ReactNode }) {
  return (
    <span className="block text-text-muted">
      <bdi>{children}</bdi>
    </span>
  );
}
