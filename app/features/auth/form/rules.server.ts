import { z } from 'zod';
import type { AuthTexts } from '#app/features/auth/texts.server.ts';
import { FIELD_LIMITS } from './form-rules.ts';

/** Rules of every field, with messages in the reader's language. Forms and JSON calls share them. */

type Bounded = 'email' | 'password' | 'name' | 'username';

const missingOr = (t: AuthTexts, name: Bounded) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? t(`${name}.required`) : t('field.text')),
});

const bounds = (t: AuthTexts, name: Bounded, text: z.ZodString, limits: { min: number; max: number }) =>
  text
    .min(1, t(`${name}.required`))
    .min(limits.min, t(`${name}.min`, limits))
    .max(limits.max, t(`${name}.max`, limits));

const words = (t: AuthTexts, name: 'name' | 'username') =>
  bounds(t, name, z.string(missingOr(t, name)).trim(), FIELD_LIMITS[name]);

const email = (t: AuthTexts, limits: { min: number; max: number } = FIELD_LIMITS.email) =>
  bounds(t, 'email', z.string(missingOr(t, 'email')).trim(), limits).pipe(z.email(t('email.pattern')));

// Not trimmed: a space may be intended.
const password = (t: AuthTexts) =>
  bounds(t, 'password', z.string(missingOr(t, 'password')), FIELD_LIMITS.password);

const confirmation = (t: AuthTexts) =>
  z.string({ error: ({ input }) => (input === undefined ? t('confirm.required') : t('field.text')) });

/** Both entries of a new password must be the same; the message belongs to the second one. */
const sameTwice =
  (t: AuthTexts) => (value: { password: string; confirm_password: string }, context: z.RefinementCtx) => {
    if (value.password !== value.confirm_password)
      context.addIssue({ code: 'custom', path: ['confirm_password'], message: t('confirm.differs') });
  };

const emptyIsAbsent = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;

const username = (t: AuthTexts) =>
  z.preprocess(emptyIsAbsent, words(t, 'username').optional()).transform((name) => name ?? null);

/** Path to return to, a field of every form that signs in. */
export const RETURN_FIELD = { redirectTo: z.string().optional() };

export const loginRules = (t: AuthTexts) => z.object({ email: email(t), password: password(t) });

export const registerRules = (t: AuthTexts) =>
  z
    .object({
      name: words(t, 'name'),
      username: username(t),
      email: email(t),
      password: password(t),
      confirm_password: confirmation(t),
    })
    .superRefine(sameTwice(t));

export const requestResetRules = (t: AuthTexts) => z.object({ email: email(t, FIELD_LIMITS.resetEmail) });

export const resetPasswordRules = (t: AuthTexts) =>
  z
    .object({
      token: z.string({ error: t('reset.noToken') }).min(1, t('reset.noToken')),
      userId: z.string({ error: t('reset.noUserId') }).min(1, t('reset.noUserId')),
      password: password(t),
      confirm_password: confirmation(t),
    })
    .superRefine(sameTwice(t));

export const profileRules = (t: AuthTexts) => z.object({ name: words(t, 'name'), username: username(t) });

export const changeEmailRules = (t: AuthTexts) =>
  z.object({ email: email(t), current_password: password(t) });

export const passwordRules = (t: AuthTexts) => z.object({ current_password: password(t) });

export const changePasswordRules = (t: AuthTexts) =>
  z
    .object({ current_password: password(t), password: password(t), confirm_password: confirmation(t) })
    .superRefine(sameTwice(t));
