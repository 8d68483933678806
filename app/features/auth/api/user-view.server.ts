import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import type { ListedUser } from '#app/core/accounts/user-directory.ts';
import { listApiKeys } from '#app/core/api-keys/stored-keys.ts';
import { maskedValue } from '#app/core/api-keys/key-value.ts';
import type { Tx } from '#db/transaction.ts';

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
  /** Id of the model that answers calls of the public API which name none. */
  defaultModel: string | null;
  /** Bodies and answers of API calls are stored for the user. */
  keepsCalls: boolean;
  /** No response of the public API is stored, even if its call asks for it. */
  refusesStore: boolean;
  /** Keys of the hub's API; `value` is masked. */
  apiKeys: { _id: string; name: string; value: string }[];
}

/** Names what may be seen one by one, so that a new column never slips into an answer. */
export async function viewUser(tx: Tx, user: SessionUser): Promise<UserView> {
  const { id, name, username, avatar, email, emailVerified, role, defaultModel, keepsCalls, refusesStore } =
    user;
  const keys = await listApiKeys(tx, id);
  return {
    id,
    name,
    username,
    avatar,
    email,
    emailVerified,
    role,
    createdAt: user.createdAt.toISOString(),
    defaultModel,
    keepsCalls,
    refusesStore,
    apiKeys: keys.map((key) => ({ _id: key.id, name: key.name, value: maskedValue(key.prefix) })),
  };
}

/** A user as administrators see them in `/api/user/users`. */
export function viewListedUser({ createdAt, ...user }: ListedUser) {
  return { ...user, createdAt: createdAt.toISOString() };
}
