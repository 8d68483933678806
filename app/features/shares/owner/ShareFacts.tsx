import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import type { OwnShare } from './owner-data.ts';

const TONES = { active: 'good', expired: 'warn', revoked: 'neutral' } as const;

/** State, views, age, expiry and protection of a link, in one line that wraps. */
export function ShareFacts({ link }: { link: OwnShare }) {
  const { t } = useTranslation('shares');
  const { state, views, revision, updatedAt, expiresAt, hasPassword, level, scope } = link;
  const facts: ReactNode[] = [
    t('facts.views', { count: views }),
    <>
      {t('facts.copied')} <DateTime at={updatedAt} show="relative" />
    </>,
  ];
  if (revision > 1) facts.push(t('facts.version', { number: revision }));
  if (state !== 'revoked')
    facts.push(
      expiresAt === null ? (
        t('facts.never')
      ) : (
        <>
          {t(state === 'expired' ? 'facts.expired' : 'facts.expires')}{' '}
          <DateTime at={expiresAt} show={state === 'expired' ? 'date' : 'relative'} />
        </>
      ),
    );
  if (hasPassword) facts.push(t('facts.password'));
  if (level === 'members') facts.push(t('facts.members'));
  if (scope === 'all') facts.push(t('facts.all'));
  return (
    <ul className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-muted">
      <li>
        <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
      </li>
      {facts.map((fact, index) => (
        <li key={index}>{fact}</li>
      ))}
    </ul>
  );
}
