import { expect, it } from 'vitest';
import { banUser } from '#app/core/accounts/bans.ts';
import { startSession } from '#app/core/accounts/sessions/session-lifetime.ts';
import { endSession } from '#app/core/accounts/sessions/sessions.ts';
import { watchSession } from '#app/http/session/live-watch.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';

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

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));

it('closes the streams of a session that has ended, and no others', async () => {
  const [mine, again, other] = await Promise.all([open(), open(), open()]);
  const second = watchSession(mine.sessionId, new AbortController().signal);
  const ends = [aborted(mine.signal), aborted(second)];
  await endSession(AUTOCOMMIT, mine.sessionId);
  await Promise.all(ends);
  const banned = aborted(again.signal);
  await banUser(AUTOCOMMIT, { userId: again.userId, until: null, reason: null });
  await banned;
  expect(other.signal.aborted).toBe(false);
  other.closed.abort();
  expect(other.signal.aborted).toBe(true);
});

it('closes at once for a reader who had already left', () => {
  expect(watchSession('any', AbortSignal.abort()).aborted).toBe(true);
});
