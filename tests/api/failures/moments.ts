import { vi, type TestContext } from 'vitest';
import { isFinalState, type GenerationState } from '#app/contracts/generation.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import type { SeenRequest } from '#app/sandbox/providers/record.ts';
import type { Sandbox } from '#app/sandbox/providers/start-sandbox.ts';
import { lockWaiters } from '#tests/fixtures/lock-waits.ts';
import type { Caller, LiveCall } from './caller.ts';

interface Run {
  id: string;
  state: GenerationState;
  price_id: string;
  prompt_tokens: number | null;
}

/** The caller's runs, the oldest first. */
export function runsOf({ userId }: Caller): Promise<Run[]> {
  return selectRows<Run>(
    AUTOCOMMIT,
    'SELECT id, state, price_id, prompt_tokens FROM generations WHERE user_id = ? ORDER BY id',
    [userId],
  );
}

/** The same once all of them have ended. */
export async function endedRuns(caller: Caller): Promise<Run[]> {
  await waitFor(async () => (await runsOf(caller)).every(({ state }) => isFinalState(state)));
  return runsOf(caller);
}

/** Waits until the condition holds. (Vitest's `expect.poll` does not support concurrent tests.) */
export async function waitFor(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(isSo, { timeout: 60_000, interval: 20 });
}

/** Waits until so many of the caller's calls are with a worker, or in another state. */
export async function awaitRuns(caller: Caller, count: number, wanted = 'running'): Promise<void> {
  await waitFor(async () => (await runsOf(caller)).filter(({ state }) => state === wanted).length === count);
}

/** Waits until the client has read exactly this text. */
export async function awaitWords(call: LiveCall, words: string): Promise<void> {
  await waitFor(() => call.words() === words);
}

/** Waits until the begin of the answer is stored: for an unstreamed one that is the whole answer. */
export async function awaitBegun(caller: Caller): Promise<void> {
  const [run] = await runsOf(caller);
  await waitFor(async () => {
    const row = await selectRow<{ first_token_at: Date | null; text: string | null }>(
      AUTOCOMMIT,
      'SELECT first_token_at, text FROM generations WHERE id = ?',
      [run!.id],
    );
    return row!.first_token_at !== null && row!.text !== null;
  });
}

/** Waits until it is stored that a provider has begun to answer. */
export async function awaitAccepted(caller: Caller): Promise<void> {
  const [run] = await runsOf(caller);
  await waitFor(async () => {
    const row = await selectRow<{ progress: string | null }>(
      AUTOCOMMIT,
      'SELECT progress FROM generations WHERE id = ?',
      [run!.id],
    );
    return row!.progress?.includes('"isTaken":true') ?? false;
  });
}

/** Waits until it is stored that the caller has left, or requested the end. */
export async function awaitStop({ userId }: Caller): Promise<void> {
  const asked = 'SELECT id FROM generations WHERE user_id = ? AND stop_requested_at IS NOT NULL';
  await waitFor(async () => (await selectRows(AUTOCOMMIT, asked, [userId])).length > 0);
}

/** Waits for a request at the provider whose message names the caller. */
export async function awaitRequest(
  sandbox: Sandbox,
  { userId }: Caller,
  isSo: (request: SeenRequest) => boolean,
): Promise<void> {
  await waitFor(() =>
    sandbox.requests().some((request) => JSON.stringify(request.body)?.includes(userId) && isSo(request)),
  );
}

/**
 * Locks the caller's account, so that a settle waits at the beginning of its transaction.
 * @param test this very test: among concurrent tests vitest cannot tell which one it is
 * @returns a function that releases the lock
 */
export async function holdSettle({ userId }: Caller, test: TestContext): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let holding = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    holding = transaction(async (tx) => {
      await selectRow(tx, 'SELECT id FROM accounts WHERE user_id = ? FOR UPDATE', [userId]);
      resolve();
      await released;
    });
    holding.catch(reject);
  });
  const letGo = () => {
    release();
    return holding;
  };
  // Also if the test fails before it does.
  test.onTestFinished(letGo);
  return letGo;
}

/**
 * Waits until the caller's settle waits for the lock of `holdSettle`.
 * @returns a function that closes its connection at the database, once its worker is dead: the statements are
 *   complete by then, and would be executed for a dead worker, which is another case
 */
export async function awaitHeldSettle({ userId }: Caller): Promise<() => Promise<void>> {
  const account = await selectRow<{ id: string }>(AUTOCOMMIT, 'SELECT id FROM accounts WHERE user_id = ?', [
    userId,
  ]);
  const waiters = () => lockWaiters(account!.id);
  await waitFor(async () => (await waiters()).length === 1);
  return async () => {
    await waitFor(async () => {
      const waiting = await waiters();
      // A connection whose lock wait has timed out has ended by itself.
      for (const connection of waiting)
        await change(AUTOCOMMIT, 'KILL ?', [connection]).catch(() => undefined);
      return waiting.length === 0;
    });
  };
}
