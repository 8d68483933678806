import { readFileSync } from 'node:fs';
import { logger } from '#app/core/platform/logger.ts';

/** Files for the database, queues, Redis, files and libraries of a process. */
const OWN = 256;

/**
 * Warns when this process may open fewer files than its settings need. Each connection is one; at the limit
 * neither a client nor a provider is reached. Node raises its own limit as far as the system lets it.
 * @param uses how many files the process needs beside its own, by purpose
 * @param limit null if the system does not tell
 */
export function checkOpenFiles(uses: Record<string, number>, limit = openFileLimit()): void {
  const needed = Object.values(uses).reduce((sum, count) => sum + count, OWN);
  if (limit === null || limit >= needed) return;
  logger().warn({ limit, needed, ...uses }, 'the limit of open files (ulimit -n) is too low');
}

/** The limit of this process; null on systems without /proc. */
function openFileLimit(): number | null {
  try {
    return parseOpenFileLimit(readFileSync('/proc/self/limits', 'utf8'));
  } catch {
    return null;
  }
}

/** The soft limit of open files in the text of /proc/<pid>/limits; null if it has none. */
export function parseOpenFileLimit(limits: string): number | null {
  const soft = /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1];
  if (soft === undefined) return null;
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
}
