import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatExactly, formatMicro } from '#app/contracts/money.ts';
import { Cell, DataTable, Lead, Row } from '#app/features/admin/table/DataTable.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { SearchForm } from '#app/ui/components/form/SearchForm.tsx';
import { UsersRound } from '#app/ui/icons/lucide.ts';
import { OperatorPage } from '../frame/OperatorPage.tsx';
import { OPERATOR_PATHS, userPath, withQuery } from '../operator-paths.ts';
import { NextPage } from '../table/NextPage.tsx';
import { UserBadges } from './UserBadges.tsx';
import { USER_SEARCH_MAX, type UserLine, type UsersData } from './users-data.ts';

const { users: PATH } = OPERATOR_PATHS;

/** Page of users: the newest, or the matches of a search. */
export function UsersPage({ search, isLater, users, nextCursor }: UsersData) {
  const { t } = useTranslation('admin');
  const heads = [
    { name: t('users.user') },
    { name: t('users.balance'), isFigure: true },
    { name: t('users.created'), isFigure: true },
  ];
  return (
    <OperatorPage title={t('nav.users')} lead={t('users.lead')}>
      <SearchForm
        action={PATH}
        search={search}
        label={t('users.search')}
        button={t('users.find')}
        maxLength={USER_SEARCH_MAX}
      />
      {users.length === 0 ? (
        <EmptyState icon={UsersRound} title={t('users.empty')} text={t('users.emptyText')} />
      ) : (
        <DataTable caption={t('nav.users')} heads={heads}>
          {users.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </DataTable>
      )}
      <NextPage
        first={isLater ? withQuery(PATH, { q: search }) : null}
        next={nextCursor && withQuery(PATH, { q: search, cursor: nextCursor })}
      />
    </OperatorPage>
  );
}

function UserRow({ user }: { user: UserLine }) {
  const { t } = useTranslation('admin');
  const { id, email, name, balanceMicro, createdAt, isDeleted } = user;
  return (
    <Row>
      <Lead>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link to={userPath(id)} className="font-medium hover:underline">
            <bdi>{isDeleted ? id : email}</bdi>
          </Link>
          <bdi className="text-text-muted">{name}</bdi>
          <UserBadges {...user} />
        </span>
      </Lead>
      <Cell name={t('users.balance')} isFigure>
        {balanceMicro !== null && (
          <bdi title={formatExactly(BigInt(balanceMicro))}>{formatMicro(BigInt(balanceMicro))}</bdi>
        )}
      </Cell>
      <Cell name={t('users.created')} isFigure>
        <DateTime at={createdAt} show="date" />
      </Cell>
    </Row>
  );
}
