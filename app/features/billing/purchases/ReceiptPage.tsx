import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { PurchaseReceipt } from '#app/contracts/payments/receipt.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Printer } from '#app/ui/icons/lucide.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { useAppTitle } from '#app/ui/layout/use-app-title.ts';
import { amountIn } from './amount-in.ts';
import { PURCHASES_PATH } from './purchases-data.ts';
import { creditLines, laterLines, paidLines, refundLines, type ReceiptLine } from './receipt-lines.ts';

/** The buyer and the seller. */
interface ReceiptParties {
  buyer: { name: string; email: string };
  sellerEmail: string | null;
}

const weight = (isSum: boolean) => (isSum ? 'font-semibold' : 'font-normal');

/** Receipt of a purchase, on one sheet when it is printed. */
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

/** Opens the browser's print dialog. */
function PrintButton() {
  const { t } = useTranslation('purchases');
  return (
    <Button type="button" onClick={() => print()} className="needs-scripts">
      <Icon of={Printer} />
      {t('receipt.print')}
    </Button>
  );
}

/** Parties, number, date and method of the payment. */
function ReceiptHead({
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

/** A second line, aligned to the start of the page whatever direction its text has. */
function Below({ children }: { children: ReactNode }) {
  return (
    <span className="block text-text-muted">
      <bdi>{children}</bdi>
    </span>
  );
}

/** The amounts line by line: the payment, the credit from it, and later changes of both. */
function ReceiptAmounts({ receipt }: { receipt: PurchaseReceipt }) {
  const { t } = useTranslation('purchases');
  const { currency } = receipt;
  const parts = [
    { title: t('receipt.paid'), currency, lines: paidLines(receipt) },
    { title: t('receipt.balance'), currency: 'usd', lines: creditLines(receipt) },
    { title: t('receipt.refunds'), currency, lines: refundLines(receipt) },
    { title: t('receipt.since'), currency: 'usd', lines: laterLines(receipt) },
  ];
  return parts
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, ...part }) => <Part key={title} title={title} {...part} />);
}

function Part({ title, currency, lines }: { title: string; currency: string; lines: ReceiptLine[] }) {
  const { t } = useTranslation('purchases');
  return (
    <table className="w-full break-inside-avoid">
      <caption className="mb-1 text-start text-sm text-text-muted">{title}</caption>
      <tbody>
        {lines.map(({ name, micro, isSum = false }, index) => (
          // The same line may appear twice, such as two refunds of one amount.
          <tr key={`${index} ${name}`} className="border-t border-line">
            <th scope="row" className={`py-2 pe-4 text-start ${weight(isSum)}`}>
              {t(`line.${name}`)}
            </th>
            <td className={`py-2 text-end whitespace-nowrap tabular-nums ${weight(isSum)}`}>
              <bdi>{amountIn(currency, micro)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
