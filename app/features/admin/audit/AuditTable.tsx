import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Cell, DataTable, Lead, Row } from '#app/features/admin/table/DataTable.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { userPath } from '../operator-paths.ts';
import type { AuditLine, AuditParty } from './audit-data.ts';

/** Entries of the audit trail: the action, its subject, its actor, details and time. */
export function AuditTable({ entries, empty }: { entries: AuditLine[]; empty: string }) {
  const { t } = useTranslation('admin');
  if (entries.length === 0) return <p className="text-text-muted">{empty}</p>;
  const heads = [
    { name: t('audit.act') },
    { name: t('audit.subject') },
    { name: t('audit.actor') },
    { name: t('audit.detail') },
    { name: t('audit.at'), isFigure: true },
  ];
  return (
    <DataTable caption={t('nav.audit')} heads={heads}>
      {entries.map(({ id, actor, action, subject, detail, createdAt }) => (
        <Row key={id}>
          <Lead>
            <code dir="ltr" className="font-mono text-sm whitespace-nowrap">
              {action}
            </code>
          </Lead>
          <Cell name={t('audit.subject')}>{subject && <PartyLink who={subject} />}</Cell>
          <Cell name={t('audit.actor')}>
            <PartyLink who={actor} />
          </Cell>
          <Cell name={t('audit.detail')}>
            {detail.length > 0 && (
              <ul className="flex flex-col text-sm">
                {detail.map(([name, value]) => (
                  <li key={name}>
                    <span dir="ltr" className="inline-block">
                      <span className="text-text-muted">{name}</span> <bdi>{value}</bdi>
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Cell>
          <Cell name={t('audit.at')} isFigure>
            <DateTime at={createdAt} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

function PartyLink({ who: { text, userId } }: { who: AuditParty }) {
  if (userId === null) return <bdi className="font-mono text-sm">{text}</bdi>;
  return (
    <Link to={userPath(userId)} className="hover:underline">
      <bdi>{text}</bdi>
    </Link>
  );
}
