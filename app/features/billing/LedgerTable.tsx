import { useTranslation } from 'react-i18next';
import { formatExactly } from '#app/contracts/money.ts';
import type { LedgerLine } from '#app/contracts/ledger.ts';
import { DateTime } from '#app/ui/components/DateTime.tsx';

const cell = 'px-4 py-2.5 align-top';
const figure = `${cell} text-end tabular-nums whitespace-nowrap`;

/** Entries of a ledger, newest first: what was booked, how much, and what was there afterwards. */
export function LedgerTable({ lines }: { lines: LedgerLine[] }) {
  const { t } = useTranslation('billing');
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <table className="w-full">
        <thead className="text-sm text-text-muted">
          <tr>
            <th scope="col" className={`${cell} text-start font-medium`}>
              {t('entry')}
            </th>
            <th scope="col" className={`${figure} font-medium`}>
              {t('amount')}
            </th>
            <th scope="col" className={`${figure} font-medium`}>
              {t('after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LedgerRow key={line.reference} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LedgerRow({
  line: { kind, reference, amountMicro, balanceAfterMicro, reason, bookedAt },
}: {
  line: LedgerLine;
}) {
  const { t } = useTranslation('billing');
  const amount = BigInt(amountMicro);
  return (
    <tr className="border-t border-line">
      <th scope="row" className={`${cell} min-w-0 text-start font-normal`}>
        <span className="font-medium">{t(`kind.${kind}`)}</span>
        {reason && (
          <span dir="auto" className="block break-words">
            {reason}
          </span>
        )}
        <span className="block text-sm text-text-muted">
          <DateTime at={bookedAt} />
        </span>
        <span className="block text-xs text-text-faint">
          <code dir="ltr" className="font-mono break-all">
            {reference}
          </code>
        </span>
      </th>
      <td className={`${figure} ${amount > 0n ? 'text-good' : ''}`}>
        <bdi>{`${amount > 0n ? '+' : ''}${formatExactly(amount)}`}</bdi>
      </td>
      <td className={figure}>
        <bdi>{formatExactly(BigInt(balanceAfterMicro))}</bdi>
      </td>
    </tr>
  );
}
