import type { Translate } from '#app/ui/i18n/translation.ts';

/** Rule that the browser checks before it sends a form; the server checks all of them again, and more. */
export interface FieldRule {
  /** Group of messages that it uses. */
  words: 'email' | 'password' | 'name' | 'username' | 'confirm';
  min?: number;
  max?: number;
  optional?: boolean;
  /** The field whose text this one must repeat. */
  sameAs?: string;
}

export type FormRules = Readonly<Record<string, FieldRule>>;

/** Lengths in characters, shared by the form's attributes, the browser's check and the server's rules. */
export const FIELD_LIMITS = {
  email: { min: 6, max: 120 },
  /** A reset accepts shorter addresses than the sign-in. */
  resetEmail: { min: 3, max: 120 },
  password: { min: 8, max: 128 },
  name: { min: 3, max: 80 },
  username: { min: 2, max: 80 },
} as const;

const EMAIL: FieldRule = { words: 'email', ...FIELD_LIMITS.email };

const PASSWORD: FieldRule = { words: 'password', ...FIELD_LIMITS.password };

const CONFIRM: FieldRule = { words: 'confirm', sameAs: 'password' };

export const LOGIN_FORM = { email: EMAIL, password: PASSWORD } satisfies FormRules;

export const REGISTER_FORM = {
  name: { words: 'name', ...FIELD_LIMITS.name },
  username: { words: 'username', ...FIELD_LIMITS.username, optional: true },
  email: EMAIL,
  password: PASSWORD,
  confirm_password: CONFIRM,
} satisfies FormRules;

export const FORGOT_FORM = { email: { words: 'email', ...FIELD_LIMITS.resetEmail } } satisfies FormRules;

export const RESET_FORM = { password: PASSWORD, confirm_password: CONFIRM } satisfies FormRules;

export const PROFILE_FORM = {
  name: REGISTER_FORM.name,
  username: REGISTER_FORM.username,
} satisfies FormRules;

export const CHANGE_EMAIL_FORM = { email: EMAIL, current_password: PASSWORD } satisfies FormRules;

/** Only the password, for actions that an open browser alone must not allow. */
export const PASSWORD_FORM = { current_password: PASSWORD } satisfies FormRules;

export const CHANGE_PASSWORD_FORM = {
  current_password: PASSWORD,
  password: PASSWORD,
  confirm_password: CONFIRM,
} satisfies FormRules;

/** As loose as the browser's own check of an address; the server decides. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** Returns the error message for the content of a field, or null. */
function fieldError(rule: FieldRule, text: string, other: string, t: Translate<'auth'>): string | null {
  const { words, min = 0, max = Infinity } = rule;
  if (text === '') return rule.optional ? null : t(`${words}.required`);
  if (words === 'confirm') return text === other ? null : t('confirm.differs');
  if (text.length < min) return t(`${words}.min`, { min });
  if (text.length > max) return t(`${words}.max`, { max });
  return words === 'email' && !ADDRESS.test(text) ? t('email.pattern') : null;
}

/** Checks a form against its rules; returns the messages of its wrong fields by name. */
export function checkForm(form: FormData, rules: FormRules, t: Translate<'auth'>): Record<string, string> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return Object.fromEntries(
    Object.entries(rules).flatMap(([name, rule]) => {
      const isSecret = rule.words === 'password' || rule.words === 'confirm';
      const own = isSecret ? text(name) : text(name).trim();
      const message = fieldError(rule, own, text(rule.sameAs ?? ''), t);
      return message === null ? [] : [[name, message] as const];
    }),
  );
}
