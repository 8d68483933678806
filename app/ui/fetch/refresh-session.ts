let pending: Promise<boolean> | undefined;

/**
 * Requests a renewed session once, shared by all waiting callers. The session may also have been renewed in
 * another tab, where the user signed in again.
 * @returns false if the session is over for good
 * @throws if the server gave no answer
 */
export function refreshSession(origin = ''): Promise<boolean> {
  pending ??= ask(origin).finally(() => {
    pending = undefined;
  });
  return pending;
}

async function ask(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api/auth/refresh?retry=true`, {
    method: 'POST',
    credentials: 'same-origin',
    signal: AbortSignal.timeout(10_000),
  });
  await answer.body?.cancel();
  if (answer.status === 401 || answer.status === 403) return false;
  // A restarting server does not mean that the session is over.
  if (!answer.ok) throw new Error(`The session could not be refreshed: ${answer.status}`);
  return true;
}
