import { useTranslation } from 'react-i18next';
import { CAP_NAMES, type ApiKeyView } from '#app/contracts/api-keys.ts';
import { formatMicro } from '#app/contracts/money.ts';
import { DateTime } from '#app/ui/components/DateTime.tsx';

/** Use, spend, limits and end of a key, in small text. */
export function KeyFacts({
  apiKey: { caps, spent, models, lastUsedAt, expiresAt, overlapUntil },
}: {
  apiKey: ApiKeyView;
}) {
  const { t } = useTranslation('keys');
  const capped = CAP_NAMES.filter((cap) => caps[cap] !== null);
  const amount = (micro: number | null) => formatMicro(BigInt(micro ?? 0));
  return (
    <ul className="flex flex-wrap gap-x-4 text-sm text-text-muted">
      <li>
        {lastUsedAt === null ? (
          t('neverUsed')
        ) : (
          <>
            {t('lastUsed')} <DateTime at={lastUsedAt} show="relative" />
          </>
        )}
      </li>
      {capped.length === 0 && <li>{t('spent', { amount: amount(spent.monthly) })}</li>}
      {capped.map((cap) => (
        <li key={cap}>{t(`capped.${cap}`, { spent: amount(spent[cap]), cap: amount(caps[cap]) })}</li>
      ))}
      {models && <li>{t('modelCount', { count: models.length })}</li>}
      {overlapUntil && (
        <li>
          {t('endsAt')} <DateTime at={overlapUntil} />
        </li>
      )}
      {expiresAt && (
        <li>
          {t('expiresAt')} <DateTime at={expiresAt} />
        </li>
      )}
    </ul>
  );
}
