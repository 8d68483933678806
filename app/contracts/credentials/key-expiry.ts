const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long a key may be stored, in milliseconds, keyed by the names of the choices. */
export const KEY_LIFETIMES = {
  '30m': 30 * MINUTE,
  '2h': 2 * HOUR,
  '12h': 12 * HOUR,
  '1d': DAY,
  '7d': 7 * DAY,
  '30d': 30 * DAY,
} as const;
export type KeyLifetime = keyof typeof KEY_LIFETIMES;

export const LIFETIME_NAMES = Object.keys(KEY_LIFETIMES) as [KeyLifetime, ...KeyLifetime[]];
export const DEFAULT_LIFETIME: KeyLifetime = '12h';

/** Tolerance for clock differences: the longest choice by the client's clock is accepted. */
const SLACK = 5 * MINUTE;

/** Tells whether a key may be stored until a time: not longer than the longest choice. */
export function isKeyExpiry(at: Date, now = Date.now()): boolean {
  const left = at.getTime() - now;
  return left > 0 && left <= KEY_LIFETIMES['30d'] + SLACK;
}
