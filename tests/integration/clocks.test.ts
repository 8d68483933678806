import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { countReaders } from '#app/core/generation/run/readers.ts';
import { createSweeper } from '#app/core/generation/recover/sweep.ts';
import { beat } from '#app/core/generation/run/heartbeat.ts';
import { appendToLogs, readersKey } from '#app/core/generation/stream/log.ts';
import { config } from '#app/core/platform/config.ts';
import { newId } from '#app/core/platform/ids.ts';
import {
  clockAheadMs,
  clockFaults,
  measureDatabaseClock,
  measureRedisClock,
  sharedNow,
  watchClocks,
} from '#app/core/platform/process/clock.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { reportWorker, workersAlive } from '#app/core/queue/worker-presence.ts';
import { listeners, startListening, stopListening } from '#app/core/realtime/listeners.ts';
import { countListeners } from '#app/core/realtime/registrations.ts';
import { publishUserEvents, watchersKey, watchUser } from '#app/core/realtime/user-events.ts';
import { readHealth, writeHealth } from '#app/core/routing/health/stored-health.ts';
import { UNKNOWN } from '#app/core/routing/health/offer-health.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { generationOf } from '#tests/fixtures/generation-row.ts';
import { appendOutput, takeRun } from '#tests/fixtures/hand-worker.ts';
import { metricOf } from '#tests/fixtures/metric-of.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

const MINUTE_MS = 60_000;

useUnservedModel();
beforeAll(() => {
  openQueue(config().REDIS_URL);
  startListening(config().REDIS_URL);
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await stopListening();
  await closeQueue();
});

/** Sets the clock of this process ahead (or behind) from now on, like that of another machine. */
function shiftClock(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
}

describe('readers', () => {
  it('stay registered if their web process is behind', async () => {
    shiftClock(-MINUTE_MS);
    const id = newId();
    const feed = listeners().open(id, readersKey(id));
    await feed.news(AbortSignal.timeout(MINUTE_MS));
    vi.useRealTimers();
    expect(await countReaders([id, newId()])).toEqual([1, 0]);
    feed.close();
  });

  it('are counted and receive entries if the worker is ahead', async () => {
    const id = newId();
    const feed = listeners().open(id, readersKey(id));
    await feed.news(AbortSignal.timeout(MINUTE_MS));
    feed.takeStale();
    shiftClock(MINUTE_MS);
    expect(await countReaders([id])).toEqual([1]);
    await appendToLogs([{ generationId: id, attempt: 1, first: 1, entries: ['{}'], ttlMs: MINUTE_MS }]);
    await feed.news(AbortSignal.timeout(MINUTE_MS));
    expect(feed.take()).toEqual([{ number: 1, entry: '{}' }]);
    feed.close();
  });

  it('of a user receive events if the worker is ahead', async () => {
    const userId = newId();
    const leaving = new AbortController();
    const events = watchUser(userId, leaving.signal);
    const first = events.next();
    await expect.poll(() => countListeners([watchersKey(userId)])).toEqual([1]);
    const stop = watchClocks();
    shiftClock(MINUTE_MS);
    await measureRedisClock();
    await publishUserEvents(userId, [{ type: 'balance', balanceMicro: '1' }]);
    expect((await first).value).toMatchObject({ event: { type: 'balance' } });
    leaving.abort();
    await events.return(undefined);
    stop();
  });
});

describe('a run', () => {
  it('keeps its lease if its worker is a minute ahead or behind', async () => {
    for (const shift of [MINUTE_MS, -MINUTE_MS]) {
      const { userId } = await createAccount({ creditMicro: 1_000_000n });
      const { id } = await admitSend(userId);
      shiftClock(shift);
      const hand = await takeRun(id, 1);
      await appendOutput(hand, 'Once upon');
      await beat([hand.reply]);
      vi.useRealTimers();
      const sweep = createSweeper(config().RUN_LEASE_MS);
      await sweep();
      await sweep();
      expect(await generationOf(id)).toMatchObject({ state: 'running', attempt: 1 });
    }
  });

  it('and a follow-up are due by the clock of the database', async () => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    shiftClock(MINUTE_MS);
    const { id } = await admitSend(userId);
    const [followUp] = await transaction((tx) =>
      writeFollowUps(tx, [{ job: 'title', subject: id, payload: { generationId: id } }]),
    );
    const age = (table: string) =>
      `SELECT ABS(TIMESTAMPDIFF(SECOND, created_at, NOW(3))) < 30 AS is_now FROM ${table} WHERE id = ?`;
    expect(await selectRow(AUTOCOMMIT, age('generations'), [id])).toEqual({ is_now: 1 });
    expect(await selectRow(AUTOCOMMIT, age('follow_ups'), [followUp!])).toEqual({ is_now: 1 });
  });
});

it('a worker that is behind counts as alive', async () => {
  shiftClock(-MINUTE_MS);
  await reportWorker('behind');
  vi.useRealTimers();
  expect(await workersAlive()).toBe(1);
});

describe('a clock that is off', () => {
  it('is reported with its metric, and no longer once it is right', async () => {
    const stop = watchClocks();
    shiftClock(-MINUTE_MS);
    await Promise.all([measureDatabaseClock(), measureRedisClock()]);
    expect(clockFaults()).toEqual([
      expect.stringMatching(/^(59|60)\.\d s behind the database$/),
      expect.stringMatching(/^(59|60)\.\d s behind the redis$/),
    ]);
    for (const clock of ['database', 'redis'])
      expect(await metricOf(`parlance_clock_ahead_milliseconds{of="${clock}"}`)).toBeLessThan(-50_000);
    const shared = sharedNow();
    vi.useRealTimers();
    expect(Math.abs(shared - Date.now())).toBeLessThan(30_000);
    await Promise.all([measureDatabaseClock(), measureRedisClock()]);
    expect(clockFaults()).toEqual([]);
    stop();
  });

  it('stores the health of offers by the clock of Redis', async () => {
    const stop = watchClocks();
    shiftClock(MINUTE_MS);
    await measureRedisClock();
    const health = { ...UNKNOWN, openUntil: Date.now() + 5000 };
    const text = writeHealth(health);
    expect(readHealth(text)).toEqual(health);
    expect(JSON.parse(text)).toEqual({ ...health, openUntil: health.openUntil - clockAheadMs() });
    stop();
  });
});
