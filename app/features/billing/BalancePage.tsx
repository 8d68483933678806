import { Trans } from 'react-i18next';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatCents, formatExactly } from '#app/contracts/money.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Receipt } from '#app/ui/icons/lucide.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { BALANCE_PATH, type BalanceData, type ExpiringData } from './balance-page.ts';
import { AddCredit } from './buy/AddCredit.tsx';
import type { BuyData } from './buy/buy-data.ts';
import { LimitsCard } from './caps/LimitsCard.tsx';
import { LedgerList } from './ledger/LedgerList.tsx';
import { PurchaseTable } from './purchases/PurchaseTable.tsx';
import { PURCHASES_PATH, type PurchasesData } from './purchases/purchases-data.ts';
import { TopUpCard } from './top-up/TopUpCard.tsx';

const amount = (micro: string) => formatExactly(BigInt(micro));

/** Balance page: the balance, the reserved part, ways to buy credit, and all entries of the ledger. */
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
            {BigInt(heldMicro) > 0n && <>{t('held', { held: amount(heldMicro) })} </>}
            {signupMicro !== null && t('signup', { amount: amount(signupMicro) })}
          </p>
        </div>
      </section>
      <ExpiryNotice expiring={balance.expiring} />
      {!isOlder && <AddCredit key={buy.amount.typed} buy={buy} />}
      {balance.topUp && !isOlder && <TopUpCard topUp={balance.topUp} />}
      {balance.limits && !isOlder && <LimitsCard limits={balance.limits} />}
      {!isOlder && <RecentPurchases purchases={purchases} />}
      <section aria-labelledby="entries" className="flex flex-col gap-3">
        <h2 id="entries" className="text-md font-semibold">
          {t('entries')}
        </h2>
        {lines.length === 0 ? (
          <EmptyState icon={Receipt} title={t('empty.title')} text={t('empty.text')} />
        ) : (
          <LedgerList lines={lines} subjects={subjects} />
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

/**
 * Credit that expires within 30 days, a line per purchase; otherwise a discreet note of the next expiry.
 * Empty without either.
 */
function ExpiryNotice({ expiring: { soon, moreMicro, next, isExact } }: { expiring: ExpiringData }) {
  const { t } = useTranslation('expiry');
  const sentence = (key: 'line' | 'lineMost' | 'next' | 'nextMost', lot: ExpiringData['soon'][number]) => (
    <Trans
      t={t}
      i18nKey={key}
      values={{ amount: formatExactly(BigInt(lot.amountMicro)) }}
      components={{ date: <DateTime at={lot.expiresAt} show="date" /> }}
    />
  );
  if (soon.length === 0 && next === null) return null;
  return (
    <div className="flex flex-col gap-2">
      {soon.length > 0 && (
        <Banner tone="warn" title={t('title')}>
          <ul>
            {soon.map((lot) => (
              <li key={lot.entryId}>{sentence(isExact ? 'line' : 'lineMost', lot)}</li>
            ))}
            {moreMicro !== null && <li>{t('more', { amount: formatExactly(BigInt(moreMicro)) })}</li>}
          </ul>
          <p className="mt-1 text-sm text-text-muted">{t('rule')}</p>
        </Banner>
      )}
      {next && <p className="text-sm text-text-muted">{sentence(isExact ? 'next' : 'nextMost', next)}</p>}
    </div>
  );
}

/** Notice after the return from a payment page: only the payment service's own message counts. */
function ReturnNotice({ returned }: Pick<BuyData, 'returned'>) {
  const { t } = useTranslation('purchases');
  if (returned === null) return null;
  return <Banner tone={returned === 'made' ? 'info' : 'warn'}>{t(`returned.${returned}`)}</Banner>;
}

/** The newest purchases on the balance page; empty without purchases. */
function RecentPurchases({ purchases: { lines } }: { purchases: PurchasesData }) {
  const { t } = useTranslation('purchases');
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="purchases" className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="purchases" className="text-md font-semibold">
          {t('list.title')}
        </h2>
        <TextLink to={PURCHASES_PATH}>{t('list.all')}</TextLink>
      </div>
      <PurchaseTable lines={lines} />
    </section>
  );
}
