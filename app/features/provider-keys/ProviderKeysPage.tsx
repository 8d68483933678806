import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { PROVIDER_KEYS_PATH } from '#app/ui/errors/error-pages.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { RevokeAllForm } from './RevokeAllForm.tsx';
import { keyPath, type KeyLine } from './keys-data.ts';

/**
 * Page of the user's own keys, one for each endpoint that accepts them: their expiry, and buttons to set and
 * revoke them.
 */
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

/** One endpoint: whether it has a key, until when, and buttons to change that. */
function KeyRow({ line: { name, label, isNeeded, expiresAt } }: { line: KeyLine }) {
  const { t } = useTranslation('ownkeys');
  return (
    <li className="flex flex-col gap-3 p-4 sm:flex-row sm:items-center sm:justify-between sm:gap-6">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi>{label}</bdi>
          {isNeeded && expiresAt === null && <Badge tone="warn">{t('state.needed')}</Badge>}
        </p>
        <p className="text-sm text-text-muted">
          {expiresAt === null ? (
            t('state.none')
          ) : (
            <>
              {t('state.set')} <DateTime at={expiresAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-2">
        <LinkButton
          to={keyPath(name)}
          size="small"
          aria-label={t(expiresAt === null ? 'setNamed' : 'replaceNamed', { name: label })}
        >
          {t(expiresAt === null ? 'set' : 'replace')}
        </LinkButton>
        {expiresAt !== null && (
          <Form method="post" action={PROVIDER_KEYS_PATH}>
            <input type="hidden" name="name" value={name} />
            <ConfirmButton size="small" name="act" value="revoke" confirm={t('revokeConfirm')}>
              {t('revoke')}
            </ConfirmButton>
          </Form>
        )}
      </div>
    </li>
  );
}
