import { isBanned } from '#app/core/accounts/bans.ts';
import { searchUsers, type FoundUser } from '#app/core/accounts/user-directory.ts';
import { readBalances } from '#app/core/ledger/balances.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { refuseAction } from '../operator.server.ts';
import { USER_SEARCH_MAX, type UserLine, type UsersData } from './users-data.ts';

/** Loads users, newest first, or the matches of `?q=`; `?cursor=` continues after the previous page. */
export const loadUsers = pageLoader({ auth: 'admin' }, async ({ url }): Promise<UsersData> => {
  const params = url.searchParams;
  const search = (params.get('q') ?? '').slice(0, USER_SEARCH_MAX).trim();
  const cursor = params.get('cursor');
  const { users, nextCursor } = await searchUsers(AUTOCOMMIT, { search, cursor });
  const balances = await readBalances(
    AUTOCOMMIT,
    users.map(({ id }) => id),
  );
  return {
    search,
    isLater: cursor !== null,
    users: users.map((user) => toLine(user, balances.get(user.id))),
    nextCursor,
  };
});

export const actOnUsers = refuseAction;

function toLine(user: FoundUser, balanceMicro: bigint | undefined): UserLine {
  const { id, email, name, role, deletedAt, createdAt } = user;
  return {
    id,
    email,
    name,
    isAdmin: role === 'ADMIN',
    isBanned: isBanned(user),
    isDeleted: deletedAt !== null,
    balanceMicro: balanceMicro?.toString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
