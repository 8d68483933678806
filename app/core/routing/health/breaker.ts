import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '#app/core/platform/logger.ts';
import { knownHealth, learnHealth } from './known-health.ts';
import { afterReport, readinessOf, withProbe, type HealthReport } from './offer-health.ts';
import { changeHealth } from './stored-health.ts';

/** Reports of so many milliseconds are written together, beside the way of the calls. */
const GATHER_MS = 200;

/** Reports of one offer that wait while Redis does not answer. */
const MOST_WAITING = 500;

let gathered = new Map<string, HealthReport[]>();

let writing: Promise<void> | undefined;

/** A Redis that does not answer keeps a call waiting no longer than this; then others are asked first. */
const TIMEOUT_MS = 1000;

/** Takes down what a call says of its offer. Never fails and never waits: a report may be lost, a call may not. */
export function reportHealth(offerId: string, report: HealthReport): void {
  const reports = gathered.get(offerId);
  if (reports && reports.length < MOST_WAITING) reports.push(report);
  if (!reports) gathered.set(offerId, [report]);
  writing ??= write();
}

/** Resolves when everything that was reported so far is written. */
export async function healthReported(): Promise<void> {
  await writing;
}

async function write(): Promise<void> {
  do {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS).unref());
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

/** Writes reports, each offer's in the order in which they came. @throws when Redis is away */
export async function storeReports(
  reports: ReadonlyMap<string, readonly HealthReport[]>,
  { now, random }: { now: number; random: number },
): Promise<void> {
  const written = await changeHealth([...reports.keys()], (health, offerId) =>
    (reports.get(offerId) ?? []).reduce((at, report) => afterReport(at, report, { now, random }), health),
  );
  learnHealth(written);
}

/**
 * Whether an offer may be asked while others can be: true for a healthy one, and for one caller of all processes
 * when it is time to look whether a failing one has recovered. Whoever is told true asks at once.
 */
export async function mayAsk(offerId: string, now = Date.now()): Promise<boolean> {
  const readiness = readinessOf((await knownHealth(now)).get(offerId), now);
  if (readiness !== 'probe') return readiness === 'ready';
  return Promise.race([takeProbe(offerId, now), sleep(TIMEOUT_MS, false, { ref: false })]);
}

async function takeProbe(offerId: string, now: number): Promise<boolean> {
  try {
    // Judged anew: another process may be probing, or the breaker may have closed.
    let isOurs = false;
    const written = await changeHealth([offerId], (health) => {
      const readiness = readinessOf(health, now);
      isOurs = readiness !== 'aside';
      return readiness === 'probe' ? withProbe(health, now) : null;
    });
    learnHealth(written);
    return isOurs;
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'a probe could not be taken');
    return false;
  }
}
