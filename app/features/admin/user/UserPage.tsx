import { useTranslation } from 'react-i18next';
import { Card } from '#app/ui/components/Card.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { AuditTable } from '../audit/AuditTable.tsx';
import { OperatorPage } from '../frame/OperatorPage.tsx';
import type { OperatorAnswer } from '../operator-answer.ts';
import { OPERATOR_PATHS, withQuery } from '../operator-paths.ts';
import { UserBadges } from '../users/UserBadges.tsx';
import { AccessCard } from './AccessCard.tsx';
import { Facts } from './Facts.tsx';
import { GrantForm } from './GrantForm.tsx';
import { KeyTable } from './KeyTable.tsx';
import { SessionTable } from './SessionTable.tsx';
import type { UserData } from './user-data.ts';

/** A user: what is known of them, and what can be done. */
export function UserPage({ answer, ...data }: UserData & { answer: OperatorAnswer | undefined }) {
  const { t } = useTranslation('admin');
  const { user, isSelf, sessions, sessionCount, keys, keyCount, trail, grantId } = data;
  const refused = answer?.refused;
  return (
    <OperatorPage
      title={<bdi>{user.isDeleted ? t('user.deletedTitle') : user.email}</bdi>}
      lead={
        <span className="flex flex-wrap items-center gap-2">
          <bdi>{user.name}</bdi>
          <UserBadges {...user} isBanned={user.ban !== null} />
        </span>
      }
      error={answer?.error}
      action={
        <LinkButton to={OPERATOR_PATHS.users} size="small">
          {t('user.all')}
        </LinkButton>
      }
    >
      <Facts user={user} />
      {!user.isDeleted && (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Card title={t('grant.heading')}>
            <GrantForm
              key={grantId}
              userId={user.id}
              grantId={grantId}
              refused={refused?.act === 'grant' ? refused.form : undefined}
            />
          </Card>
          <Card title={t('access.heading')}>
            <AccessCard
              user={user}
              isSelf={isSelf}
              sessionCount={sessionCount}
              refused={refused?.act === 'ban' ? refused.form : undefined}
            />
          </Card>
        </div>
      )}
      <SessionTable sessions={sessions} count={sessionCount} />
      <KeyTable keys={keys} count={keyCount} />
      <section className="flex flex-col gap-3">
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-md font-semibold">{t('user.trail')}</h2>
          <LinkButton to={withQuery(OPERATOR_PATHS.audit, { person: user.id })} size="small">
            {t('user.wholeTrail')}
          </LinkButton>
        </div>
        <AuditTable entries={trail} empty={t('user.noTrail')} />
      </section>
    </OperatorPage>
  );
}
