import { useTranslation } from 'react-i18next';
import type { PurchaseReceipt } from '#app/contracts/payments/receipt.ts';
import { amountIn } from './amount-in.ts';
import { creditLines, laterLines, paidLines, refundLines, type ReceiptLine } from './receipt-lines.ts';

/** The amounts line by line: what was paid, what of it became credit, and what happened to both since. */
export function ReceiptAmounts({ receipt }: { receipt: PurchaseReceipt }) {
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

const weight = (isSum: boolean) => (isSum ? 'font-semibold' : 'font-normal');

function Part({ title, currency, lines }: { title: string; currency: string; lines: ReceiptLine[] }) {
  const { t } = useTranslation('purchases');
  return (
    <table className="w-full break-inside-avoid">
      <caption className="mb-1 text-start text-sm text-text-muted">{title}</caption>
      <tbody>
        {lines.map(({ name, micro, isSum = false }, index) => (
          // The same line may come twice, as two refunds of one amount do.
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
