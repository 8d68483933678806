/** A session ends when it has not been used for this long. */
export const SESSION_IDLE_MS = 30 * 24 * 3_600_000;

/** `seen_at` is written at most this often, so that reading a page does not mean writing a row. */
export const SEEN_EVERY_MS = 60_000;
