import { refreshSession } from '#app/ui/fetch/refresh-session.ts';

const LEAVE_AFTER_MS = 300;

/** Refreshes the session, once for all who wait. When it is over, the page leaves for the sign-in and comes back after it. */
export async function signedIn(): Promise<boolean> {
  if (await refreshSession()) return true;
  const { pathname, search } = location;
  const address = `/login?redirectTo=${encodeURIComponent(pathname + search)}`;
  setTimeout(() => location.replace(address), LEAVE_AFTER_MS);
  return false;
}
