import { Receipt } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { formatCents, formatExactly } from '#app/contracts/money.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { BALANCE_PATH, type BalanceData } from './balance-page.ts';
import { AddCredit } from './buy/AddCredit.tsx';
import { ReturnNotice } from './buy/ReturnNotice.tsx';
import { LimitsCard } from './caps/LimitsCard.tsx';
import { ExpiryNotice } from './expiry/ExpiryNotice.tsx';
import { LedgerTable } from './LedgerTable.tsx';
import { RecentPurchases } from './purchases/RecentPurchases.tsx';
import { TopUpCard } from './top-up/TopUpCard.tsx';

const amount = (micro: string) => formatExactly(BigInt(micro));

/** What a person has, what of it is held, where more is bought, and every entry that made it so. */
export function BalancePage({ balance }: { balance: BalanceData }) {
  const { t } = useTranslation('billing');
  const {
    balanceMicro,
    heldMicro,
    signupMicro,
    isCharged,
    buy,
    purchases,
    subjects,
    lines,
    nextCursor,
    isOlder,
  } = balance;
  return (
    <PageColumn width="table">
      <h1 className="text-xl font-semibold">{t('title')}</h1>
      <ReturnNotice returned={buy.returned} />
      {!isCharged && <Banner>{t('housePays')}</Banner>}
      <section className="flex flex-wrap items-end justify-between gap-4 rounded-card border border-line bg-surface-raised p-4 md:p-6">
        <div>
          <h2 className="mb-1 text-sm text-text-muted">{t('balance')}</h2>
          <p className="text-3xl leading-tight font-semibold tabular-nums">
            <bdi title={amount(balanceMicro)}>{formatCents(BigInt(balanceMicro))}</bdi>
          </p>
          <p className="mt-1 text-text-muted">
            {t('held', { held: amount(heldMicro) })}
            {signupMicro !== null && <> {t('signup', { amount: amount(signupMicro) })}</>}
          </p>
        </div>
      </section>
      <ExpiryNotice expiring={balance.expiring} />
      <AddCredit buy={buy} />
      {balance.topUp && !isOlder && <TopUpCard topUp={balance.topUp} />}
      {balance.limits && !isOlder && <LimitsCard limits={balance.limits} />}
      <RecentPurchases purchases={purchases} />
      <section aria-labelledby="entries" className="flex flex-col gap-3">
        <h2 id="entries" className="text-md font-semibold">
          {t('entries')}
        </h2>
        {lines.length === 0 ? (
          <EmptyState icon={Receipt} title={t('empty.title')} text={t('empty.text')} />
        ) : (
          <LedgerTable lines={lines} subjects={subjects} />
        )}
        {(isOlder || nextCursor) && (
          <nav aria-label={t('pages')} className="flex justify-between gap-2">
            {isOlder && <LinkButton to={BALANCE_PATH}>{t('newest')}</LinkButton>}
            {nextCursor && (
              <LinkButton to={`?before=${nextCursor}`} className="ms-auto">
                {t('older')}
              </LinkButton>
            )}
          </nav>
        )}
      </section>
    </PageColumn>
  );
}
