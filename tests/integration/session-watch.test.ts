import { expect, it } from 'vitest';
import { banUser } from '#app/core/accounts/ban-user.ts';
import { endSession } from '#app/core/accounts/end-sessions.ts';
import { startSession } from '#app/core/accounts/start-session.ts';
import { watchSession } from '#app/http/session-watch.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/fixtures/account.ts';

/** A watched session of a new user. */
async function open() {
  const { userId } = await createAccount();
  const sessionId = await startSession(AUTOCOMMIT, {
    userId,
    kind: 'browser',
    userAgent: null,
    address: null,
  });
  const closed = new AbortController();
  return { userId, sessionId, closed, signal: watchSession(sessionId, closed.signal) };
}

/** Milliseconds until the signal aborts. */
function aborted(signal: AbortSignal): Promise<number> {
  const started = performance.now();
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(performance.now() - started)),
  );
}

it('closes the streams of a session within a second of its end, and no others', async () => {
  const [mine, again, other] = await Promise.all([open(), open(), open()]);
  const second = watchSession(mine.sessionId, new AbortController().signal);
  const ends = [aborted(mine.signal), aborted(second)];
  await endSession(AUTOCOMMIT, mine.sessionId);
  for (const took of await Promise.all(ends)) expect(took).toBeLessThan(1100);
  const banned = aborted(again.signal);
  await banUser(AUTOCOMMIT, { userId: again.userId, until: null, reason: null });
  expect(await banned).toBeLessThan(1100);
  expect(other.signal.aborted).toBe(false);
  other.closed.abort();
  expect(other.signal.aborted).toBe(true);
});

it('closes at once for a reader who had left already', () => {
  expect(watchSession('any', AbortSignal.abort()).aborted).toBe(true);
});
