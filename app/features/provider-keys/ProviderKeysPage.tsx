import { useTranslation } from 'react-i18next';
import { Card } from '#app/ui/components/Card.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { KeyRow } from './KeyRow.tsx';
import type { KeyLine } from './keys-data.ts';
import { RevokeAllForm } from './RevokeAllForm.tsx';

/** Keys of one's own, one for each endpoint that takes them: when they expire, and how to set and revoke them. */
export function ProviderKeysPage({ lines }: { lines: KeyLine[] }) {
  const { t } = useTranslation(['ownkeys', 'settings']);
  return (
    <PageColumn>
      <div className="flex flex-col gap-1">
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <p className="text-text-muted">{t('lead')}</p>
      </div>
      {lines.length === 0 ? (
        <Card>{t('empty')}</Card>
      ) : (
        <ul aria-label={t('title')} className="divide-y divide-line rounded-card border border-line">
          {lines.map((line) => (
            <KeyRow key={line.name} line={line} />
          ))}
        </ul>
      )}
      {lines.some(({ expiresAt }) => expiresAt !== null) && <RevokeAllForm />}
    </PageColumn>
  );
}
