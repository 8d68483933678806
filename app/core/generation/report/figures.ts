import type { Figures, OfferFigures } from '#app/contracts/catalogue/offer-figures.ts';
import { logger } from '#app/core/platform/logger.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';
import { beginOfHour, HOUR_MS } from './offer-hours.ts';

const DAY_HOURS = 24;
const MONTH_HOURS = 30 * DAY_HOURS;

interface Sums {
  offer_id: string;
  answered: string;
  failed: string;
  first_token_ms: string;
  timed_tokens: string;
  timed_ms: string;
}

const SUMS = `SELECT offer_id, SUM(answered) AS answered, SUM(failed) AS failed, SUM(first_token_ms) AS first_token_ms,
  SUM(timed_tokens) AS timed_tokens, SUM(timed_ms) AS timed_ms FROM offer_hours`;

/**
 * Reads statistics of offers, by id; offers that were never called are missing. Reads at most one row per
 * offer and hour.
 */
export async function readFigures(
  tx: Tx,
  offerIds: string[],
  now = Date.now(),
): Promise<Map<string, OfferFigures>> {
  // One after the other: a transaction has one connection.
  const month = await readSince(tx, offerIds, beforeHours(MONTH_HOURS, now));
  const day = await readDayFigures(tx, offerIds, now);
  return new Map(
    [...month].map(([id, figures]) => [id, { day: day.get(id) ?? toFigures(undefined), month: figures }]),
  );
}

/** Reads statistics of offers over the last 24 hours, by id; offers that were not called are missing. */
export function readDayFigures(tx: Tx, offerIds: string[], now = Date.now()): Promise<Map<string, Figures>> {
  return readSince(tx, offerIds, beforeHours(DAY_HOURS, now));
}

async function readSince(tx: Tx, offerIds: string[], since: Date): Promise<Map<string, Figures>> {
  return byOffer(
    await selectRows<Sums>(tx, `${SUMS} WHERE offer_id IN (?) AND hour_at > ? GROUP BY offer_id`, [
      offerIds,
      since,
    ]),
  );
}

const FRESH_MS = 60_000;
let cached: { at: number; speeds: Promise<ReadonlyMap<string, number>> } | undefined;

/**
 * Tokens per second of every offer over the last 24 hours, at most a minute old. Empty if they cannot be
 * read: speed alone decides no choice of a model.
 */
export function recentSpeeds(now = Date.now()): Promise<ReadonlyMap<string, number>> {
  if (!cached || now - cached.at >= FRESH_MS) cached = { at: now, speeds: readSpeeds(now) };
  return cached.speeds;
}

async function readSpeeds(now: number): Promise<ReadonlyMap<string, number>> {
  try {
    const rows = await selectRows<Sums>(AUTOCOMMIT, `${SUMS} WHERE hour_at > ? GROUP BY offer_id`, [
      beforeHours(DAY_HOURS, now),
    ]);
    const figures = [...byOffer(rows)];
    return new Map(
      figures.flatMap(([id, { tokensPerSecond: speed }]) => (speed === null ? [] : [[id, speed]])),
    );
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'the speed of offers is not known');
    return new Map();
  }
}

/** The hour before the first that counts: whole hours, and the current one. */
const beforeHours = (hours: number, now: number) => new Date(beginOfHour(now) - (hours + 1) * HOUR_MS);

function byOffer(rows: Sums[]): Map<string, Figures> {
  return new Map(rows.map((row) => [row.offer_id, toFigures(row)]));
}

function toFigures(sums: Sums | undefined): Figures {
  const [answered, failed] = [Number(sums?.answered ?? 0), Number(sums?.failed ?? 0)];
  const calls = answered + failed;
  const timedMs = Number(sums?.timed_ms ?? 0);
  return {
    calls,
    uptime: calls === 0 ? null : answered / calls,
    firstTokenMs: answered === 0 ? null : Number(sums!.first_token_ms) / answered,
    tokensPerSecond: timedMs === 0 ? null : (Number(sums!.timed_tokens) * 1000) / timedMs,
  };
}
