import { useTranslation } from 'react-i18next';
import { Badge } from '#app/ui/components/Badge.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { Cell, Lead, Row } from '../table/Row.tsx';
import type { UserKey } from './user-data.ts';

/** The keys of a user: never a value, only how it begins. */
export function KeyTable({ keys, count }: { keys: UserKey[]; count: number }) {
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
