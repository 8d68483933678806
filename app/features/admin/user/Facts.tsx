import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatCents, formatExactly, formatMicro } from '#app/contracts/money.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import type { UserFacts } from './user-data.ts';

/** Balance and account of a user, as names and values. */
export function Facts({ user }: { user: UserFacts }) {
  const { t } = useTranslation('admin');
  const { id, username, isVerified, isDeleted, createdAt, ban } = user;
  const balance = BigInt(user.balanceMicro);
  return (
    <dl className="grid gap-x-6 gap-y-4 rounded-card border border-line bg-surface-raised p-4 sm:grid-cols-2 md:p-6 lg:grid-cols-4">
      <Fact name={t('facts.balance')}>
        <bdi className="text-lg font-semibold tabular-nums" title={formatExactly(balance)}>
          {formatCents(balance)}
        </bdi>
      </Fact>
      <Fact name={t('facts.held')}>
        <bdi className="tabular-nums">{formatMicro(BigInt(user.heldMicro))}</bdi>
      </Fact>
      <Fact name={t('facts.created')}>
        <DateTime at={createdAt} />
      </Fact>
      <Fact name={t('facts.email')}>
        {!isDeleted && (
          <Badge tone={isVerified ? 'good' : 'neutral'}>
            {isVerified ? t('facts.verified') : t('facts.unverified')}
          </Badge>
        )}
      </Fact>
      <Fact name={t('facts.username')}>{username && <bdi>{username}</bdi>}</Fact>
      <Fact name={t('facts.id')} isWide>
        <code dir="ltr" className="font-mono text-sm select-all">
          {id}
        </code>
      </Fact>
      {ban && (
        <Fact name={t('facts.ban')} isWide>
          <span>
            {t('facts.since')} <DateTime at={ban.since} />
            {' · '}
            {ban.until === null ? t('facts.forever') : <BannedUntil until={ban.until} />}
            {ban.reason && (
              <>
                {' · '}
                <bdi>{ban.reason}</bdi>
              </>
            )}
          </span>
        </Fact>
      )}
    </dl>
  );
}

function BannedUntil({ until }: { until: string }) {
  const { t } = useTranslation('admin');
  return (
    <>
      {t('facts.until')} <DateTime at={until} />
    </>
  );
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
      <dt className="text-sm text-text-muted">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children || <span className="text-text-faint">–</span>}</dd>
    </div>
  );
}
