export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Days for which hourly figures are stored; daily figures stay. */
const HOURLY_DAYS = 8;

/** Start of the hour of a moment. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

/** Start of the day (UTC) of a moment. */
export const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

/** Start of the month (UTC) of a moment. @param more number of months to add */
export const monthOf = (at: Date, more = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + more, 1));

export const later = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds);

/** The last moment before this one, in the precision of the columns. */
export const justBefore = (at: Date): Date => later(at, -1);

export const earliest = (...times: Date[]): Date => new Date(Math.min(...times.map((at) => at.getTime())));

export const latest = (...times: Date[]): Date => new Date(Math.max(...times.map((at) => at.getTime())));

/** The time from which hourly figures are stored. */
export const oldestHours = (now: Date): Date => later(dayOf(now), -HOURLY_DAYS * DAY_MS);
