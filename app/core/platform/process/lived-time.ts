/** How often the event loop notes that it turns. */
const TICK_MS = 100;

/** More than so much between two looks is time in which the process stood still. */
const MOST_MS = 2 * TICK_MS;

let livedMs = 0;
let lookedAt = performance.now();
let ticks: NodeJS.Timeout | undefined;

/**
 * Milliseconds that this process has lived through since some moment. Time in which all of it stood still does not
 * count: stopped by a signal, asleep with its machine, or held by a long rubbish collection. What was not heard
 * meanwhile was nobody's silence.
 */
export function livedTime(): number {
  ticks ??= setInterval(livedTime, TICK_MS).unref();
  const now = performance.now();
  livedMs += Math.min(now - lookedAt, MOST_MS);
  lookedAt = now;
  return livedMs;
}
