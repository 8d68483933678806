let asking: Promise<boolean> | undefined;

/**
 * Asks once, for all who wait, whether this browser is still signed in; an expired token is renewed by it.
 * A browser that is signed out goes to the sign-in page and comes back afterwards.
 * @returns false when nobody is signed in; a server that cannot say so throws
 */
export function refreshSession(): Promise<boolean> {
  asking ??= ask().finally(() => (asking = undefined));
  return asking;
}

async function ask(): Promise<boolean> {
  const answer = await fetch('/api/auth/refresh', { method: 'POST' });
  if (answer.status === 401) {
    location.assign(`/login?redirectTo=${encodeURIComponent(location.pathname + location.search)}`);
    return false;
  }
  if (!answer.ok) throw new Error(`refresh answered ${answer.status}`);
  return true;
}
