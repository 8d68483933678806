import type { FormAnswer } from '#app/features/auth/form/use-auth-form.ts';

export const ACCOUNT_PATH = '/settings/account';
export const SIGN_IN_PATH = '/settings/sign-in';
export const DATA_PAGE_PATH = '/settings/data';

/** The forms with fields to type in; the value of their field `act`. */
export type TypedForm = 'profile' | 'email' | 'password' | 'download' | 'delete';

/** The forms of the pages that can be returned with errors. */
export type AccountForm = TypedForm | 'picture';

/** Errors in one of the forms. */
export interface AccountAnswer extends FormAnswer {
  form: AccountForm;
}

/** An account as its owner sees it. */
export interface AccountProfile {
  name: string;
  /** Path of the user's image; null for initials. */
  avatar: string | null;
  username: string | null;
  email: string;
  emailVerified: boolean;
  /** True when a link can be mailed and the address is not confirmed yet. */
  canVerify: boolean;
  /** The new address that waits for its link to be followed. */
  pendingEmail: string | null;
}

/** A session as its owner sees it in the list. */
export interface AccountSession {
  id: string;
  /** The session that shows the list. */
  current: boolean;
  api: boolean;
  /** `Firefox · Linux`; null for an unknown client. */
  agent: string | null;
  address: string | null;
  /** ISO 8601. */
  createdAt: string;
  seenAt: string;
}

/** File field of the form for a profile image. */
export const AVATAR_FIELD = 'avatar';

/** The errors of a form, if it is the one that was sent. */
export function answerOf(form: AccountForm, answer: AccountAnswer | undefined): FormAnswer | undefined {
  return answer?.form === form ? answer : undefined;
}
