import { useTranslation } from 'react-i18next';
import { formatCents } from '#app/contracts/money.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PURCHASES_PATH } from '../purchases/purchases-data.ts';
import type { TopUpLine } from './top-up-data.ts';

const TONES = { open: 'accent', paid: 'good', failed: 'bad' } as const;

/** The last top-ups, the newest first; receipts of those that were paid stand among the purchases. */
export function TopUpHistory({ lines }: { lines: readonly TopUpLine[] }) {
  const { t } = useTranslation('topup');
  return (
    <section aria-labelledby="top-ups" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="top-ups" className="text-md font-semibold">
          {t('history')}
        </h2>
        <TextLink to={PURCHASES_PATH}>{t('receipts')}</TextLink>
      </div>
      <ul className="overflow-hidden rounded-card border border-line">
        {lines.map(({ id, at, amountMicro, state, problem }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0"
          >
            <DateTime at={at} />
            <Badge tone={TONES[state]}>{t(`line.${state}`)}</Badge>
            {problem && <span className="text-sm text-text-muted">{t(`why.${problem}`)}</span>}
            <bdi className="ms-auto tabular-nums">{formatCents(BigInt(amountMicro))}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
