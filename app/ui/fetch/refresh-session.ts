let underWay: Promise<boolean> | undefined;

/**
 * Asks once for a renewed session, however many callers wait for it. The session itself may have come back in
 * another tab, where the person signed in again.
 * @returns false when the session is over for good
 * @throws when nobody could say
 */
export function refreshSession(origin = ''): Promise<boolean> {
  underWay ??= ask(origin).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

async function ask(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api/auth/refresh?retry=true`, {
    method: 'POST',
    credentials: 'same-origin',
    signal: AbortSignal.timeout(10_000),
  });
  await answer.body?.cancel();
  if (answer.status === 401 || answer.status === 403) return false;
  // A server that is restarting has not ended anything.
  if (!answer.ok) throw new Error(`The session could not be refreshed: ${answer.status}`);
  return true;
}
