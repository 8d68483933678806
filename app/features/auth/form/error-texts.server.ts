import type { AppError } from '#app/contracts/errors.ts';
import { loginErrorKey } from './login-error.ts';
import type { AuthTexts } from '#app/features/auth/texts.server.ts';

export const loginErrorText = (t: AuthTexts) => (error: AppError) => t(loginErrorKey(error.status));

/** What stands beside a field that somebody else has taken already. */
export function takenText(t: AuthTexts, error: AppError): string {
  return error.param === 'username' ? t('username.taken') : t('email.taken');
}

/** The specification's sentence with the reason appended. */
export const registerErrorText = (t: AuthTexts) => (error: AppError) => {
  const reasons: Partial<Record<AppError['code'], string>> = {
    conflict: takenText(t, error),
    registration_disabled: t('register.disabled'),
    too_many_tries: t('register.tooMany'),
    unavailable: t('register.server'),
  };
  return t('register.error', { message: reasons[error.code] ?? '' }).trim();
};

export const requestResetErrorText = (t: AuthTexts) => (error: AppError) => {
  if (error.code === 'not_found') return t('forgot.error');
  return error.code === 'too_many_tries' ? t('forgot.tooMany') : t('forgot.failed');
};

export const resetErrorText = (t: AuthTexts) => (error: AppError) =>
  error.code === 'invalid_reset_token' ? t('reset.invalid') : t('forgot.failed');
