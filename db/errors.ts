/**
 * Error numbers of a server that answers but cannot write now: it is read-only (1290, 1836, 1792, 1874, a
 * table 1036), or has no space or memory left (1021, 1114, 1026, 1028, 1037, 1041, 1878, and 3 and 20 for its
 * files), or could not commit (1180).
 */
const NUMBERS: ReadonlySet<unknown> = new Set([
  3, 20, 1021, 1026, 1028, 1036, 1037, 1041, 1114, 1180, 1290, 1792, 1836, 1874, 1878,
]);

/** A storage engine error; the engine's own number is in the message. */
const OF_ENGINE = 1030;

const NO_SPACE = /\berror 28\b/;

interface Refusal {
  /** Milliseconds of the process's monotonic clock. */
  at: number;
  message: string;
}

let last: Refusal | null = null;

/** True for an error of a server that answers and cannot write, whatever the statement was. */
export function isRefusal(error: Error): boolean {
  const { errno } = error as { errno?: unknown };
  return NUMBERS.has(errno) || (errno === OF_ENGINE && NO_SPACE.test(error.message));
}

/** Remembers an error if it is a refusal. */
export function noteRefusal(error: Error): void {
  if (isRefusal(error)) last = { at: performance.now(), message: error.message };
}

/** The last refusal in this process. */
export function lastRefusal(): Refusal | null {
  return last;
}

/**
 * The unique index that a statement would have violated, as `users_email` or `users.users_email`; null for
 * any other error.
 */
export function duplicateKey(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ER_DUP_ENTRY') return null;
  // The text before it is the value, which may be any user's text.
  const { message } = error;
  return message.slice(message.lastIndexOf("'", message.length - 2) + 1, -1);
}
