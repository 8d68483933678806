import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { PurchaseLine } from '#app/contracts/payments/receipt.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { amountIn } from './amount-in.ts';
import { PURCHASES_PATH } from './purchases-data.ts';

const cell = 'px-4 py-2.5 align-top max-sm:p-0';

const figure = `${cell} text-end tabular-nums whitespace-nowrap max-sm:flex max-sm:justify-between max-sm:gap-4`;

const FIGURES = ['paid', 'tax', 'fee', 'credited', 'refunded'] as const;

const TONES = {
  waiting: 'neutral',
  failed: 'bad',
  credited: 'good',
  unmatched: 'warn',
  refused: 'warn',
} as const;

/**
 * Purchases, newest first, each with a link to its receipt. On a phone each purchase is a card with the same
 * content in the same order.
 */
export function PurchaseTable({ lines }: { lines: readonly PurchaseLine[] }) {
  const { t } = useTranslation('purchases');
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <table className="w-full">
        <thead className="text-sm text-text-muted max-sm:sr-only">
          <tr>
            <th scope="col" className="px-4 py-2.5 text-start font-medium">
              {t('list.purchase')}
            </th>
            {FIGURES.map((name) => (
              <th key={name} scope="col" className="px-4 py-2.5 text-end font-medium whitespace-nowrap">
                {t(`list.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <PurchaseRow key={line.id} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PurchaseRow({ line }: { line: PurchaseLine }) {
  const { t } = useTranslation('purchases');
  const { id, at, provider, state, currency, paidMicro, taxMicro, feeMicro, creditedMicro, refundedMicro } =
    line;
  const paid = (micro: string) => (micro === '0' ? null : amountIn(currency, micro));
  return (
    <tr className="border-t border-line max-sm:flex max-sm:flex-col max-sm:gap-1 max-sm:px-4 max-sm:py-3 max-sm:first:border-t-0">
      <th scope="row" className={`${cell} w-full text-start font-normal`}>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to={`${PURCHASES_PATH}/${id}`}
            className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            <DateTime at={at} />
          </Link>
          <PurchaseStateBadge state={state} isTakenBack={line.isTakenBack} />
        </span>
        <span className="block text-sm text-text-muted">
          {t(`method.${provider}`)}
          {line.isAutomatic && <> · {t('automatic')}</>}
        </span>
      </th>
      <Figure name={t('list.paid')}>{paid(paidMicro)}</Figure>
      <Figure name={t('list.tax')}>{paid(taxMicro)}</Figure>
      <Figure name={t('list.fee')}>{feeMicro !== null && amountIn(currency, feeMicro)}</Figure>
      <Figure name={t('list.credited')}>{state === 'credited' && amountIn('usd', creditedMicro)}</Figure>
      <Figure name={t('list.refunded')}>{paid(refundedMicro)}</Figure>
    </tr>
  );
}

/** An amount at the end side; on a phone beside its name. A dash for none. */
function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <td className={figure}>
      <span aria-hidden className="text-text-muted sm:hidden">
        {name}
      </span>
      {children ? <bdi>{children}</bdi> : <span className="text-text-faint">–</span>}
    </td>
  );
}

/** State of a payment as a badge. */
function PurchaseStateBadge({ state, isTakenBack }: Pick<PurchaseLine, 'state' | 'isTakenBack'>) {
  const { t } = useTranslation('purchases');
  if (isTakenBack) return <Badge tone="bad">{t('state.takenBack')}</Badge>;
  return <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>;
}
