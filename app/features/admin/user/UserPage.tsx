import { useTranslation } from '#app/ui/i18n/translation.ts';
import { AuditTable } from '#app/features/admin/audit/AuditTable.tsx';
import { OperatorPage } from '#app/features/admin/frame/OperatorPage.tsx';
import { OPERATOR_PATHS, withQuery } from '#app/features/admin/operator-paths.ts';
import type { OperatorAnswer } from '#app/features/admin/operator.server.ts';
import { Cell, DataTable, Lead, Row } from '#app/features/admin/table/DataTable.tsx';
import { UserBadges } from '#app/features/admin/users/UserBadges.tsx';
import { Badge } from '#app/ui/components/Badge.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { AccessCard } from './AccessCard.tsx';
import { Facts } from './Facts.tsx';
import { GrantForm } from './GrantForm.tsx';
import type { UserData, UserKey, UserSession } from './user-data.ts';

/** Page of a user: their data, and the available actions. */
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
              // A new one after each act: a refused form keeps what is typed.
              key={trail[0]?.id}
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

/** The keys of a user: never a value, only its beginning. */
function KeyTable({ keys, count }: { keys: UserKey[]; count: number }) {
  const { t } = useTranslation('admin');
  const heads = [
    { name: t('keys.name') },
    { name: t('keys.value') },
    { name: t('keys.used'), isFigure: true },
  ];
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-md font-semibold">{t('keys.heading', { count })}</h2>
      {keys.length === 0 ? (
        <p className="text-text-muted">{t('keys.none')}</p>
      ) : (
        <DataTable caption={t('keys.heading', { count })} heads={heads}>
          {keys.map(({ id, name, value, state, lastUsedAt }) => (
            <Row key={id}>
              <Lead>
                <bdi>{name}</bdi> {state !== 'active' && <Badge>{t(`keys.state.${state}`)}</Badge>}
              </Lead>
              <Cell name={t('keys.value')}>
                <code dir="ltr" className="font-mono text-sm">
                  {value}
                </code>
              </Cell>
              <Cell name={t('keys.used')} isFigure>
                {lastUsedAt && <DateTime at={lastUsedAt} show="relative" />}
              </Cell>
            </Row>
          ))}
        </DataTable>
      )}
    </section>
  );
}

/** A user's sessions, last used first. */
function SessionTable({ sessions, count }: { sessions: UserSession[]; count: number }) {
  const { t } = useTranslation('admin');
  const heads = [
    { name: t('sessions.client') },
    { name: t('sessions.address') },
    { name: t('sessions.seen'), isFigure: true },
  ];
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-md font-semibold">{t('sessions.heading', { count })}</h2>
      {sessions.length === 0 ? (
        <p className="text-text-muted">{t('sessions.none')}</p>
      ) : (
        <DataTable caption={t('sessions.heading', { count })} heads={heads}>
          {sessions.map(({ id, isApi, agent, address, seenAt }) => (
            <Row key={id}>
              <Lead>
                <bdi>{agent ?? t('sessions.unknown')}</bdi> {isApi && <Badge>{t('sessions.api')}</Badge>}
              </Lead>
              <Cell name={t('sessions.address')}>
                {address && <bdi className="font-mono text-sm">{address}</bdi>}
              </Cell>
              <Cell name={t('sessions.seen')} isFigure>
                <DateTime at={seenAt} show="relative" />
              </Cell>
            </Row>
          ))}
        </DataTable>
      )}
    </section>
  );
}
