import { useTranslation } from 'react-i18next';
import { formatCents } from '#app/contracts/money.ts';
import { MOST_FAILURES } from '#app/contracts/payments/top-up.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { Banner } from '#app/ui/components/Banner.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { CardName } from './CardName.tsx';
import type { TopUpData } from './top-up-data.ts';

const money = (micro: string) => formatCents(BigInt(micro));

/** On, paused or off, in a word. */
export function TopUpBadge({ topUp: { isOn, pausedUntil, isUnderWay } }: { topUp: TopUpData }) {
  const { t } = useTranslation('topup');
  if (isUnderWay) return <Badge tone="accent">{t('state.underWay')}</Badge>;
  if (!isOn) return <Badge>{t('state.off')}</Badge>;
  return pausedUntil ? (
    <Badge tone="warn">{t('state.paused')}</Badge>
  ) : (
    <Badge tone="good">{t('state.on')}</Badge>
  );
}

/** What happens next, by which card, and how much of the month's bound is used. */
export function TopUpNext({ topUp: { isOn, card, chosen, monthMicro } }: { topUp: TopUpData }) {
  const { t } = useTranslation('topup');
  if (!isOn || !chosen || !card) return <p className="text-text-muted">{t('lead')}</p>;
  const { thresholdMicro, amountMicro, creditMicro, monthlyMicro } = chosen;
  return (
    <div className="flex flex-col gap-1">
      <p>
        {t('next', {
          threshold: money(thresholdMicro),
          amount: money(amountMicro),
          credit: money(creditMicro),
        })}
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-text-muted">
        <CardName card={card} />
        <span>{t('month', { used: money(monthMicro), most: money(monthlyMicro) })}</span>
      </p>
    </div>
  );
}

/** Why nothing is topped up at present, and until when. Nothing while all is well. */
export function TopUpNotice({ topUp: { problem, pausedUntil, isOn } }: { topUp: TopUpData }) {
  const { t } = useTranslation('topup');
  if (problem === null) return null;
  const isOver = !isOn && problem !== 'returned';
  return (
    <Banner tone="warn" title={t(`problem.${problem}`)}>
      {isOver && <p>{t('turnedOff', { count: MOST_FAILURES })}</p>}
      {problem === 'returned' && <p>{t('turnOnAgain')}</p>}
      {isOn && pausedUntil && (
        <p>
          {t('again')} <DateTime at={pausedUntil} />
        </p>
      )}
    </Banner>
  );
}
