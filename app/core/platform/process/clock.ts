import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { logger } from '#app/core/platform/logger.ts';
import { clockAhead } from '#app/core/platform/metrics/metrics.ts';
import { redis } from '#app/core/platform/redis.ts';

/** The clocks that the clock of this process is compared with. */
const CLOCKS = ['database', 'redis'] as const;
type Clock = (typeof CLOCKS)[number];

const MAX_AHEAD_MS = 5_000;
const MEASURE_MS = 10_000;
/** An answer that took longer is too inaccurate. */
const MAX_ANSWER_MS = 2_000;

interface Measurement {
  /** Milliseconds by which the clock of this process is ahead; negative if it is behind. */
  aheadMs: number;
  isOff: boolean;
}

const measured = new Map<Clock, Measurement>();

/**
 * Milliseconds since the epoch by the clock of Redis, as last measured: for times that one process stores and
 * another compares. Before the first measurement it is the process's own clock.
 */
export function sharedNow(): number {
  return Date.now() - clockAheadMs();
}

/** Milliseconds by which the clock of this process is ahead of the clock of Redis. */
export function clockAheadMs(): number {
  return measured.get('redis')?.aheadMs ?? 0;
}

/** Describes each clock that differs by more than 5 s; empty when all agree. */
export function clockFaults(): string[] {
  return CLOCKS.flatMap((clock) => {
    const { aheadMs = 0, isOff = false } = measured.get(clock) ?? {};
    if (!isOff) return [];
    return [`${Math.abs(aheadMs / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the ${clock}`];
  });
}

/** Compares the clock of this process with that of the database. @throws when the database is away */
export async function measureDatabaseClock(): Promise<void> {
  await measure('database', async () => {
    const row = await selectRow<{ now_at: Date }>(AUTOCOMMIT, 'SELECT NOW(3) AS now_at');
    return row!.now_at.getTime();
  });
}

/** Compares the clock of this process with that of Redis. @throws when Redis is away */
export async function measureRedisClock(): Promise<void> {
  await measure('redis', async () => {
    const [seconds, microseconds] = await redis().sendCommand<[string, string]>(['TIME']);
    return Number(seconds) * 1000 + Number(microseconds) / 1000;
  });
}

/** Compares the clocks now and every ten seconds. @returns a function that stops it */
export function watchClocks(): () => void {
  const turn = () => void Promise.allSettled([measureDatabaseClock(), measureRedisClock()]);
  turn();
  const timer = setInterval(turn, MEASURE_MS).unref();
  return () => {
    clearInterval(timer);
    measured.clear();
  };
}

/** Assumes that the other clock was read in the middle between question and answer. */
async function measure(clock: Clock, read: () => Promise<number>): Promise<void> {
  const [sentAt, start] = [Date.now(), performance.now()];
  const theirs = await read();
  const tookMs = performance.now() - start;
  if (tookMs > MAX_ANSWER_MS) return;
  const aheadMs = Math.round(sentAt + tookMs / 2 - theirs);
  const isOff = Math.abs(aheadMs) - tookMs / 2 > MAX_AHEAD_MS;
  const wasOff = measured.get(clock)?.isOff ?? false;
  measured.set(clock, { aheadMs, isOff });
  clockAhead[clock].set(aheadMs);
  if (isOff && !wasOff) logger().warn({ against: clock, aheadMs }, 'the clock of this process is off');
  if (!isOff && wasOff)
    logger().info({ against: clock, aheadMs }, 'the clock of this process is right again');
}
