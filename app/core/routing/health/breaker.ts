import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '#app/core/platform/logger.ts';
import { knownHealth, cacheHealth } from './known-health.ts';
import { afterReport, readinessOf, withProbe, type HealthReport } from './offer-health.ts';
import { changeHealth } from './stored-health.ts';

/** Milliseconds for which reports are collected and written together, outside of the calls. */
const COLLECT_MS = 200;

/** Max reports of one offer that wait while Redis does not answer. */
const MAX_WAITING = 500;

let gathered = new Map<string, HealthReport[]>();

let writing: Promise<void> | undefined;

/** Max milliseconds that a call waits for Redis; then other offers are tried first. */
const TIMEOUT_MS = 1000;

/** Records the outcome of a call for its offer. Never throws or waits: reports may be lost, calls may not. */
export function reportHealth(offerId: string, report: HealthReport): void {
  const reports = gathered.get(offerId);
  if (reports && reports.length < MAX_WAITING) reports.push(report);
  if (!reports) gathered.set(offerId, [report]);
  writing ??= write();
}

/** Resolves when everything that was reported so far is written. */
export async function healthReported(): Promise<void> {
  await writing;
}

async function write(): Promise<void> {
  do {
    await new Promise((resolve) => setTimeout(resolve, COLLECT_MS).unref());
    const reports = gathered;
    gathered = new Map();
    try {
      await storeReports(reports, { now: Date.now(), random: Math.random() });
    } catch (error) {
      logger().warn({ error: (error as Error).message }, 'reports of health are lost');
    }
  } while (gathered.size > 0);
  writing = undefined;
}

/** Writes reports, those of each offer in their order of arrival. @throws when Redis is unavailable */
export async function storeReports(
  reports: ReadonlyMap<string, readonly HealthReport[]>,
  { now, random }: { now: number; random: number },
): Promise<void> {
  const written = await changeHealth([...reports.keys()], (health, offerId) =>
    (reports.get(offerId) ?? []).reduce((at, report) => afterReport(at, report, { now, random }), health),
  );
  cacheHealth(written);
}

/**
 * Returns whether an offer may be called while others can be: true for a healthy one, and for one caller of
 * all processes when it is time to probe a failing one. The caller must call the offer at once.
 */
export async function mayCall(offerId: string, now = Date.now()): Promise<boolean> {
  const readiness = readinessOf((await knownHealth(now)).get(offerId), now);
  if (readiness !== 'probe') return readiness === 'ready';
  return Promise.race([takeProbe(offerId, now), sleep(TIMEOUT_MS, false, { ref: false })]);
}

async function takeProbe(offerId: string, now: number): Promise<boolean> {
  try {
    // Checks again: another process may be probing, or the breaker may have closed.
    let isOurs = false;
    const written = await changeHealth([offerId], (health) => {
      const readiness = readinessOf(health, now);
      isOurs = readiness !== 'aside';
      return readiness === 'probe' ? withProbe(health, now) : null;
    });
    cacheHealth(written);
    return isOurs;
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'a probe could not be taken');
    return false;
  }
}
