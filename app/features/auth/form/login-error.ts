/** Keys of the texts for a sign-in that failed. */
export type LoginErrorKey =
  | 'login.error.tooMany'
  | 'login.error.banned'
  | 'login.error.server'
  | 'login.error.credentials';

/**
 * The text for a failed sign-in by its status, as the specification maps it. It names 500 alone; 502 to 504
 * say the same here, for "check your credentials" would send people looking for a mistake that is not theirs.
 */
export function loginErrorKey(status: number): LoginErrorKey {
  if (status === 429) return 'login.error.tooMany';
  if (status === 403) return 'login.error.banned';
  return status >= 500 ? 'login.error.server' : 'login.error.credentials';
}
