import { z } from 'zod';
import { setDefaultModel, setPrivacy } from '#app/core/accounts/account-settings.ts';
import { listUsers } from '#app/core/accounts/user-directory.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { canSendMail } from '#app/core/platform/mail.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { viewListedUser, viewUser } from './user-view.server.ts';

/** GET /api/user: who is calling. */
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
 * PATCH /api/user: changes the fields that it names. `defaultModel` answers calls of the public API which name no model,
 * null is none; `keepsCalls` and `refusesStore` are the switches about what is stored of calls.
 * @throws AppError model_not_found with near names, unsupported_modality
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

/** GET /api/user/users: all users, the newest first, for administrators. `before` is the last id of the page before. */
export const usersCall = endpoint({ auth: 'admin', query: page }, async ({ query }) =>
  (await listUsers(AUTOCOMMIT, query)).map(viewListedUser),
);

/** GET /api/config: what an interface must know before anybody signs in. No social login can be configured yet. */
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
