import { isRefusal } from '#db/errors.ts';
import { logger } from './logger.ts';

const LOCK_CODES = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT']);

const RACE_CODES = new Set(['ER_DUP_ENTRY']);

const AWAY_CODES = new Set([
  'DATABASE_UNAVAILABLE',
  'FILE_STORE_AWAY',
  'ER_SERVER_SHUTDOWN',
  'PROTOCOL_CONNECTION_LOST',
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
]);

const PAUSE_MS = 500;

/**
 * True for an error that may not occur again with the same statement: a deadlock, a race, a database that was
 * away.
 */
export function isPassing(error: unknown): boolean {
  const races = causesOf(error).some(
    (at) => hasCode(at, RACE_CODES) || at.name.startsWith('SequelizeUniqueConstraint'),
  );
  return races || isBlocked(error) || isAway(error);
}

/** True for a statement that could not get locks that another transaction holds. It changed nothing. */
export function isBlocked(error: unknown): boolean {
  return causesOf(error).some((at) => hasCode(at, LOCK_CODES));
}

/**
 * True when the database, or a store such as the bucket, did not answer, or answers and cannot write
 * (read-only, no space). The statement may have been executed all the same.
 */
export function isAway(error: unknown): boolean {
  return causesOf(error).some(
    (at) =>
      hasCode(at, AWAY_CODES) ||
      isRefusal(at) ||
      at.name.startsWith('SequelizeConnection') ||
      /closed state|connection lost|server has gone away/i.test(at.message),
  );
}

function hasCode(error: Error, codes: Set<string>): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && codes.has(code);
}

/** An error and its chain of causes. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let at = error; at instanceof Error; at = (at as { parent?: unknown }).parent ?? at.cause) {
    causes.push(at);
  }
  return causes;
}

/**
 * Repeats work that must be done until the database answers, however long that takes; only the memory of this
 * process holds it meanwhile. It may run twice, when only its answer was lost.
 * @param facts fields of the log lines about the wait
 * @throws errors of the work itself
 */
export async function untilAnswered<T>(work: () => Promise<T>, facts: Record<string, string>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      logger().warn({ ...facts, error: (error as Error).message }, 'waits for the database');
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
