const LEAVE_AFTER_MS = 300;

/** Asks whether the session still lives. When it does not, the page leaves for the sign-in and comes back after it. */
export async function signedIn(): Promise<boolean> {
  const answer = await fetch('/api/user');
  if (answer.status !== 401) return true;
  const { pathname, search } = location;
  const address = `/login?redirectTo=${encodeURIComponent(pathname + search)}`;
  setTimeout(() => location.replace(address), LEAVE_AFTER_MS);
  return false;
}
