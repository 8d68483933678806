import { Trans, useTranslation } from 'react-i18next';
import { formatExactly } from '#app/contracts/money.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import type { ExpiringData } from './expiring-data.ts';

/** Which credit expires within 30 days, a line for each purchase; else quietly what expires next. Nothing without either. */
export function ExpiryNotice({ expiring: { soon, moreMicro, next, isExact } }: { expiring: ExpiringData }) {
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
