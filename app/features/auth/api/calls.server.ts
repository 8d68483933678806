import { z } from 'zod';
import { endpoint } from '#app/http/api/api-route.ts';
import { validate } from '#app/http/body/validate.ts';
import { detectLocale } from '#app/ui/i18n/detect.server.ts';
import { beginSession } from '#app/features/auth/login/begin-session.server.ts';
import {
  loginErrorText,
  registerErrorText,
  requestResetErrorText,
  resetErrorText,
} from '#app/features/auth/form/error-texts.server.ts';
import { register } from '#app/features/auth/register/register.server.ts';
import { requestReset } from '#app/features/auth/password/request-reset.server.ts';
import { resetPassword } from '#app/features/auth/password/reset-password.server.ts';
import {
  loginRules,
  registerRules,
  requestResetRules,
  resetPasswordRules,
} from '#app/features/auth/form/rules.server.ts';
import { signIn } from '#app/features/auth/login/sign-in.server.ts';
import { authTexts, withTexts } from '#app/features/auth/texts.server.ts';
import { tokenAnswer } from './token-answer.server.ts';
import { worded } from './worded.server.ts';

/**
 * POST /api/auth/login: `{ token, user }` and a refresh token as a cookie. What is no address or no password is refused in
 * the same words as a wrong one, by its field.
 */
export const loginCall = endpoint(
  { auth: 'none', body: z.looseObject({}) },
  async ({ body, request, context }) => {
    const t = await authTexts(request);
    const address = context.clientAddress;
    const userId = await worded(
      async () => signIn({ ...validate(loginRules(t), body), address }),
      loginErrorText(t),
    );
    const sessionId = await beginSession({ userId, kind: 'api', request, context });
    return tokenAnswer({ sessionId, counter: 0 });
  },
);

/** POST /api/auth/register: opens the account and signs it in. */
export const registerCall = endpoint(
  { auth: 'none', body: withTexts(registerRules) },
  async ({ body, request, context }) => {
    const t = await authTexts(request);
    const locale = await detectLocale(request);
    const registration = { ...body, locale, address: context.clientAddress };
    const userId = await worded(() => register(registration), registerErrorText(t));
    const sessionId = await beginSession({ userId, kind: 'api', request, context });
    return tokenAnswer({ sessionId, counter: 0 }, 201);
  },
);

/** POST /api/auth/requestPasswordReset: `{ link }` where it may be shown, else `{ message }`. */
export const requestResetCall = endpoint(
  { auth: 'none', body: withTexts(requestResetRules) },
  async ({ body, request, context }) => {
    const t = await authTexts(request);
    const { way, link } = await worded(
      () => requestReset({ email: body.email, address: context.clientAddress, isLocal: context.isLocal() }),
      requestResetErrorText(t),
    );
    if (link !== null) return { link };
    return { message: way === 'mail' ? t('api.emailSent') : t('api.operatorResets') };
  },
);

/** POST /api/auth/resetPassword */
export const resetPasswordCall = endpoint(
  { auth: 'none', body: withTexts(resetPasswordRules) },
  async ({ body, request }) => {
    const t = await authTexts(request);
    await worded(() => resetPassword(body), resetErrorText(t));
    return { message: t('api.passwordReset') };
  },
);
