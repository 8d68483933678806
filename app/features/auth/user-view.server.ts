import type { ListedUser } from '#app/core/accounts/list-users.ts';
import type { SessionUser } from '#app/core/accounts/session-user.ts';

/** A user as `/api/user` and the sign-in calls answer it. */
export interface UserView {
  id: string;
  name: string;
  username: string | null;
  avatar: string | null;
  email: string;
  emailVerified: boolean;
  role: 'USER' | 'ADMIN';
  createdAt: string;
}

/** Names what may be seen one by one, so that a new column never slips into an answer. */
export function viewUser(user: SessionUser): UserView {
  const { id, name, username, avatar, email, emailVerified, role } = user;
  return { id, name, username, avatar, email, emailVerified, role, createdAt: user.createdAt.toISOString() };
}

/** A user as administrators see them in `/api/user/users`. */
export function viewListedUser({ createdAt, ...user }: ListedUser) {
  return { ...user, createdAt: createdAt.toISOString() };
}
