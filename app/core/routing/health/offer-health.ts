import type { ErrorCode } from '#app/contracts/errors.ts';

/**
 * The health of an offer by its traffic, shared by all processes. Times are milliseconds since the epoch, 0
 * for never. Calls lose half their weight every HALF_LIFE_MS.
 */
export interface OfferHealth {
  /**
   * Weighted numbers of calls that succeeded, that failed because of the offer, and that it rejected because
   * of their content.
   */
  ok: number;
  faults: number;
  refusals: number;
  countedAt: number;
  /** Faults since the last call that succeeded. */
  inARow: number;
  lastFault: ErrorCode | null;
  /** Milliseconds to the first output and tokens per second after it: moving averages; null if unmeasured. */
  firstWordMs: number | null;
  tokensPerSecond: number | null;
  /** The breaker: closed when `openedAt` is 0, open until `openUntil`, then half-open: one call may probe. */
  openedAt: number;
  openUntil: number;
  /** Number of openings since it last worked: each pause is twice as long as the one before. */
  openings: number;
  /** Until this time a call is probing, or its process died while probing. */
  probeUntil: number;
  /** The provider requested a pause until this time (429). */
  asideUntil: number;
}

/** The outcome of a call. `startedAt`: calls that began before the breaker opened do not change it. */
export type HealthReport = { startedAt: number } & (
  | { kind: 'answered'; firstWordMs: number }
  | { kind: 'done'; tokensPerSecond: number | null }
  | { kind: 'fault'; code: ErrorCode; retryAfterMs: number | null }
  | { kind: 'refused' }
  | { kind: 'left' }
);

/** `probe`: half-open, and no call is probing. `aside`: other offers are tried first. */
export type Readiness = 'ready' | 'probe' | 'aside';

export const HALF_LIFE_MS = 30_000;
/** The breaker opens at this many faults in a row, or when more than half of at least five calls failed. */
const MAX_FAULTS_IN_A_ROW = 3;
const MIN_CALLS = 4.5;
const PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;
/** Faults that only the operator can fix: a refused key, an empty account, a missing model. */
const LASTING: ReadonlySet<ErrorCode> = new Set([
  'invalid_api_key',
  'insufficient_quota',
  'provider_model_not_found',
]);
const LASTING_PAUSE_MS = 300_000;
const LONGEST_LASTING_PAUSE_MS = 3_600_000;
/** Pause after a 429 that states none, and the max pause that a 429 can set. */
const ASIDE_MS = 5_000;
const LONGEST_ASIDE_MS = 600_000;
const PROBE_MS = 30_000;
/** Weight of a new measurement in its moving average. */
const NEW_WEIGHT = 0.2;

export const UNKNOWN: OfferHealth = {
  ok: 0,
  faults: 0,
  refusals: 0,
  countedAt: 0,
  inARow: 0,
  lastFault: null,
  firstWordMs: null,
  tokensPerSecond: null,
  openedAt: 0,
  openUntil: 0,
  openings: 0,
  probeUntil: 0,
  asideUntil: 0,
};

/** Returns whether an offer may be called now. An unknown offer is healthy. */
export function readinessOf(health: OfferHealth | undefined, now: number): Readiness {
  if (!health) return 'ready';
  if (now < health.asideUntil) return 'aside';
  if (health.openedAt === 0) return 'ready';
  return now >= health.openUntil && now >= health.probeUntil ? 'probe' : 'aside';
}

/** The state of an offer's breaker. */
export type BreakerState = 'closed' | 'open' | 'halfOpen';

export function breakerOf({ openedAt, openUntil }: OfferHealth, now: number): BreakerState {
  if (openedAt === 0) return 'closed';
  return now < openUntil ? 'open' : 'halfOpen';
}

/** The health while a call is probing. */
export function withProbe(health: OfferHealth, now: number): OfferHealth {
  return { ...health, probeUntil: now + PROBE_MS };
}

/** The health after a report. @param random from 0 to 1: spreads the pauses by a fifth to either side */
export function afterReport(
  before: OfferHealth,
  report: HealthReport,
  { now, random }: { now: number; random: number },
): OfferHealth {
  const health = faded(before, now);
  const isOld = report.startedAt < health.openedAt;
  switch (report.kind) {
    case 'answered':
      return afterAnswer(health, report.firstWordMs, isOld);
    case 'done':
      return {
        ...health,
        ok: health.ok + 1,
        tokensPerSecond: blended(health.tokensPerSecond, report.tokensPerSecond),
        ...(!isOld && { inARow: 0, openings: 0 }),
      };
    case 'fault':
      return afterFault(health, report, { now, random, isOld });
    case 'refused':
      return { ...health, refusals: health.refusals + 1, ...(!isOld && { probeUntil: 0 }) };
    case 'left':
      return isOld ? health : { ...health, probeUntil: 0 };
  }
}

/** The first output closes the breaker; the next fault opens it again, until a call has also succeeded. */
function afterAnswer(health: OfferHealth, firstWordMs: number, isOld: boolean): OfferHealth {
  const measured = { ...health, firstWordMs: blended(health.firstWordMs, firstWordMs) };
  if (health.openedAt === 0 || isOld) return measured;
  return {
    ...measured,
    openedAt: 0,
    openUntil: 0,
    probeUntil: 0,
    inARow: MAX_FAULTS_IN_A_ROW - 1,
    faults: 0,
  };
}

function afterFault(
  before: OfferHealth,
  { code, retryAfterMs }: HealthReport & { kind: 'fault' },
  { now, random, isOld }: { now: number; random: number; isOld: boolean },
): OfferHealth {
  const wait = retryAfterMs ?? (code === 'provider_rate_limited' ? ASIDE_MS : 0);
  const asideUntil = Math.max(before.asideUntil, wait && now + Math.min(wait, LONGEST_ASIDE_MS));
  // A rate limit is not a fault of the provider.
  if (code === 'provider_rate_limited') {
    return { ...before, asideUntil, lastFault: code, ...(!isOld && { probeUntil: 0 }) };
  }
  const health: OfferHealth = {
    ...before,
    asideUntil,
    lastFault: code,
    faults: before.faults + 1,
    inARow: before.inARow + 1,
  };
  if (LASTING.has(code))
    return isOld ? health : opened(health, now, random, LASTING_PAUSE_MS, LONGEST_LASTING_PAUSE_MS);
  const isHalfOpen = before.openedAt > 0 && now >= before.openUntil;
  const isOpen = before.openedAt > 0 && !isHalfOpen;
  if (isOld || isOpen || !(isHalfOpen || isFailing(health))) return health;
  return opened(health, now, random, PAUSE_MS, LONGEST_PAUSE_MS);
}

function isFailing({ ok, faults, inARow }: OfferHealth): boolean {
  return inARow >= MAX_FAULTS_IN_A_ROW || (ok + faults >= MIN_CALLS && faults > ok);
}

function opened(
  health: OfferHealth,
  now: number,
  random: number,
  pauseMs: number,
  longestMs: number,
): OfferHealth {
  const pause = Math.min(pauseMs * 2 ** health.openings, longestMs) * (0.8 + 0.4 * random);
  return {
    ...health,
    openedAt: now,
    openUntil: Math.max(health.openUntil, now + Math.round(pause)),
    openings: health.openings + 1,
    probeUntil: 0,
  };
}

function faded(health: OfferHealth, now: number): OfferHealth {
  const factor = 0.5 ** (Math.max(0, now - health.countedAt) / HALF_LIFE_MS);
  const { ok, faults, refusals } = health;
  return { ...health, ok: ok * factor, faults: faults * factor, refusals: refusals * factor, countedAt: now };
}

function blended(average: number | null, measured: number | null): number | null {
  if (measured === null) return average;
  return average === null ? measured : average + NEW_WEIGHT * (measured - average);
}
