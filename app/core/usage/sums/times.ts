export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Figures by hour are kept for so many days; those by day stay. */
const HOURS_KEPT_DAYS = 8;

/** When the hour of a moment begins. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

/** When the day (UTC) of a moment begins. */
export const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

/** When the month (UTC) of a moment begins. @param more months later */
export const monthOf = (at: Date, more = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + more, 1));

export const later = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds);

/** The last moment before this one, as columns keep time. */
export const justBefore = (at: Date): Date => later(at, -1);

export const earliest = (...times: Date[]): Date => new Date(Math.min(...times.map((at) => at.getTime())));

export const latest = (...times: Date[]): Date => new Date(Math.max(...times.map((at) => at.getTime())));

/** From when on figures by hour are kept. */
export const oldestHours = (now: Date): Date => later(dayOf(now), -HOURS_KEPT_DAYS * DAY_MS);
