import { useTranslation } from 'react-i18next';
import { Badge } from '#app/ui/components/Badge.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { Cell, Lead, Row } from '../table/Row.tsx';
import type { UserSession } from './user-data.ts';

/** Where a user is signed in, the last used first. */
export function SessionTable({ sessions, count }: { sessions: UserSession[]; count: number }) {
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
