import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatCents } from '#app/contracts/money.ts';
import { MAX_FAILURES } from '#app/contracts/payments/top-up.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { Banner } from '#app/ui/components/Banner.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { CreditCard } from '#app/ui/icons/lucide.ts';
import type { TopUpData } from './top-up-data.ts';

const money = (micro: string) => formatCents(BigInt(micro));

/** Display names of brands; other brands keep the payment service's name. */
const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** State as a badge: in progress, on, paused or off. */
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

/** The next top-up and its card, and the used part of the monthly maximum. */
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

/** Explains why top-ups are stopped, and until when. Empty without a problem. */
export function TopUpNotice({ topUp: { problem, pausedUntil, isOn } }: { topUp: TopUpData }) {
  const { t } = useTranslation('topup');
  if (problem === null) return null;
  const isOver = !isOn && problem !== 'returned';
  return (
    <Banner tone="warn" title={t(`problem.${problem}`)}>
      {isOver && <p>{t('turnedOff', { count: MAX_FAILURES })}</p>}
      {problem === 'returned' && <p>{t('turnOnAgain')}</p>}
      {isOn && pausedUntil && (
        <p>
          {t('again')} <DateTime at={pausedUntil} />
        </p>
      )}
    </Banner>
  );
}

/** A saved card by its brand and last digits. */
export function CardName({ card: { brand, last4 } }: { card: NonNullable<TopUpData['card']> }) {
  const { t } = useTranslation('topup');
  return (
    <span className="inline-flex items-center gap-2">
      <Icon of={CreditCard} />
      <bdi>{BRANDS[brand] ?? brand}</bdi>
      <span className="sr-only">{t('card.ending')}</span>
      <bdi className="font-mono" dir="ltr">
        <span aria-hidden>•••• </span>
        {last4}
      </bdi>
    </span>
  );
}
