import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import {
  loginErrorText,
  registerErrorText,
  requestResetErrorText,
  resetErrorText,
} from '#app/features/auth/form/form-answer.server.ts';
import {
  loginRules,
  registerRules,
  requestResetRules,
  resetPasswordRules,
} from '#app/features/auth/form/rules.server.ts';
import { beginSession, signIn } from '#app/features/auth/login/sign-in.server.ts';
import { requestReset, resetPassword } from '#app/features/auth/password/password-reset.server.ts';
import { register } from '#app/features/auth/register/registration.server.ts';
import { authTexts, withTexts } from '#app/features/auth/texts.server.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { validate } from '#app/http/body/validate.ts';
import { detectLocale } from '#app/ui/i18n/detect.server.ts';
import { tokenAnswer } from './session-calls.server.ts';

/**
 * POST /api/auth/login: returns `{ token, user }`, and a refresh token as a cookie. A malformed address or
 * password is rejected with the same message as a wrong one, on its field.
 */
export const loginCall = endpoint(
  { auth: 'none', body: z.looseObject({}) },
  async ({ body, request, context }) => {
    const t = await authTexts(request);
    const address = context.clientAddress;
    const userId = await withMessages(
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
    const userId = await withMessages(() => register(registration), registerErrorText(t));
    const sessionId = await beginSession({ userId, kind: 'api', request, context });
    return tokenAnswer({ sessionId, counter: 0 }, 201);
  },
);

/** POST /api/auth/requestPasswordReset: returns `{ link }` if it may be shown, else `{ message }`. */
export const requestResetCall = endpoint(
  { auth: 'none', body: withTexts(requestResetRules) },
  async ({ body, request, context }) => {
    const t = await authTexts(request);
    const { way, link } = await withMessages(
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
    await withMessages(() => resetPassword(body), resetErrorText(t));
    return { message: t('api.passwordReset') };
  },
);

/**
 * Runs an action and gives its known errors messages for users; code, status, field and waiting time stay.
 */
async function withMessages<T>(act: () => Promise<T>, text: (error: AppError) => string): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, {
      message: text(error),
      params: error.params,
      cause: error,
      ...(error.param === null ? {} : { param: error.param }),
      ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    });
  }
}
