import { z } from 'zod';
import { setDefaultModel, setPrivacy } from '#app/core/accounts/account-settings.ts';
import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { listUsers, type ListedUser } from '#app/core/accounts/user-directory.ts';
import { maskedValue } from '#app/core/api-keys/key-value.ts';
import { listApiKeys } from '#app/core/api-keys/stored-keys.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { canSendMail } from '#app/core/platform/mail.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';

/** GET /api/user: returns the caller. */
export const userCall = endpoint({ auth: 'user' }, ({ user }) => viewUser(AUTOCOMMIT, user));

const changeBody = z
  .strictObject({
    defaultModel: z.string().trim().min(1).max(160).nullable(),
    keepsCalls: z.boolean(),
    refusesStore: z.boolean(),
  })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'must name defaultModel, keepsCalls or refusesStore');

/**
 * PATCH /api/user: changes the given fields. `defaultModel` answers calls of the public API that name no
 * model, null for none; `keepsCalls` and `refusesStore` control which data of calls is stored.
 * @throws AppError model_not_found with similar names, unsupported_modality
 */
export const changeUserCall = endpoint({ auth: 'user', body: changeBody }, async ({ user, body }) => {
  const { keepsCalls = user.keepsCalls, refusesStore = user.refusesStore } = body;
  const defaultModel =
    body.defaultModel === undefined
      ? user.defaultModel
      : await setDefaultModel({ userId: user.id, model: body.defaultModel });
  await setPrivacy(user.id, { keepsCalls, refusesStore });
  return viewUser(AUTOCOMMIT, { ...user, defaultModel, keepsCalls, refusesStore });
});

const page = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  before: z.uuid().optional(),
});

/**
 * GET /api/user/users: lists all users for administrators, newest first. `before` is the last id of the
 * previous page.
 */
export const usersCall = endpoint({ auth: 'admin', query: page }, async ({ query }) =>
  (await listUsers(AUTOCOMMIT, query)).map(viewListedUser),
);

/**
 * GET /api/config: returns what a client must know before the sign-in. No social login can be configured yet.
 */
export const configCall = endpoint({ auth: 'none' }, () => {
  const { CHECK_BALANCE, ALLOW_REGISTRATION, APP_TITLE } = config();
  return {
    appTitle: APP_TITLE,
    checkBalance: CHECK_BALANCE,
    registrationEnabled: ALLOW_REGISTRATION,
    emailEnabled: canSendMail(),
    socialLoginEnabled: false,
    googleLoginEnabled: false,
    openidLoginEnabled: false,
    githubLoginEnabled: false,
    openidLabel: null,
    openidImageUrl: null,
    serverDomain: appUrl(),
  };
});

/** A user as `/api/user` and the sign-in calls return it. */
interface UserView {
  id: string;
  name: string;
  username: string | null;
  avatar: string | null;
  email: string;
  emailVerified: boolean;
  role: 'USER' | 'ADMIN';
  createdAt: string;
  /** Id of the model that answers calls of the public API without a model. */
  defaultModel: string | null;
  /** Bodies and answers of API calls are stored for the user. */
  keepsCalls: boolean;
  /** No response of the public API is stored, even if its call requests it. */
  refusesStore: boolean;
  /** Keys of the hub's API; `value` is masked. */
  apiKeys: { _id: string; name: string; value: string }[];
}

/** Lists the visible fields one by one, so that a new column is not exposed by accident. */
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

/** A user as `/api/user/users` returns it to administrators. */
function viewListedUser({ createdAt, ...user }: ListedUser) {
  return { ...user, createdAt: createdAt.toISOString() };
}
