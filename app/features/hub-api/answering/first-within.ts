/** A provider that is slow to begin is waited for in silence for so long; then the stream opens with comments. */
export const HOLD_OPEN_MS = 20_000;

/** What a promise brings, or null when it takes longer. */
export async function firstWithin<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
