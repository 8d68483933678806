import { refreshSession } from '#app/ui/fetch/refresh-session.ts';

const LEAVE_AFTER_MS = 300;
const SIGN_IN = '/login';

/**
 * Refreshes the session, once for all callers. If it is over, the page navigates to the sign-in, which leads
 * back to it.
 */
export async function signedIn(): Promise<boolean> {
  const left = here();
  if (await refreshSession()) return true;
  // A form may already have led to the sign-in, where the user may be typing.
  const leave = () => {
    if (here() === left && location.pathname !== SIGN_IN)
      location.replace(`${SIGN_IN}?redirectTo=${encodeURIComponent(left)}`);
  };
  setTimeout(leave, LEAVE_AFTER_MS);
  return false;
}

function here(): string {
  return location.pathname + location.search;
}
