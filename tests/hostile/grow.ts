import type { Reads } from './functions/reads.ts';
import type { Shape } from './shapes.ts';

/** The ratio of consecutive sizes; the first size is there to compile code that runs for the first time. */
const STEP = 4;
const SIZES = [500, 2_000, 8_000, 32_000, 128_000];
/** A function with a steep growth at the largest size is measured once more at this one. */
const LAST = STEP * SIZES.at(-1)!;
/**
 * A function that takes this long is compared with the previous size, and not measured any further. A
 * function that takes less for the largest size is fast: quadratic time is at least 80 ms, if a processor
 * reads a hundred letters per nanosecond.
 */
const TELLING_MS = 40;
/**
 * A text STEP times as long may take this many times as long: allows for sorting and garbage collection.
 * Quadratic functions take sixteen times as long.
 */
export const MAX_GROWTH = 2.5 * STEP;
/**
 * Garbage collections hit arbitrary functions, and other processes use the caches: the minimum of some
 * measurements counts, always for the smaller size, so that it does not hide a growth, and of more
 * measurements for both if the growth seems steep.
 */
const LOOKS = 2;
const LOOKS_IF_STEEP = 8;

export interface Grown {
  /** Milliseconds of CPU time for each measured size, from the smallest on. */
  times: number[];
  /** The growth of the time in the last step; 1 if no size took long enough to tell. */
  growth: number;
}

/** Runs a function with texts of a shape in growing sizes until the growth of its time is known. */
export async function grow(read: Reads, make: Shape): Promise<Grown> {
  const times: number[] = [];
  const look = (index: number) => processorTime(read, textOf(make, SIZES[index]!));
  for (let index = 0; index < SIZES.length; index += 1) {
    times.push(await look(index));
    const isTelling = () => index > 0 && times[index]! >= TELLING_MS;
    const isSteep = () => growthOf(times) >= MAX_GROWTH;
    for (let looks = 1; isTelling() && looks < (isSteep() ? LOOKS_IF_STEEP : LOOKS); looks += 1) {
      times[index - 1] = Math.min(times[index - 1]!, await look(index - 1));
      if (isSteep()) times[index] = Math.min(times[index]!, await look(index));
    }
    if (!isTelling()) continue;
    return { times, growth: isSteep() ? await confirm(read, make, index, times) : growthOf(times) };
  }
  return { times, growth: growthOf(times) };
}

/**
 * Quadratic growth repeats at the next size; disturbances by a busy machine do not. A function that is faster
 * with a longer text has refused it, and remains as steep as it was.
 */
async function confirm(read: Reads, make: Shape, index: number, times: number[]): Promise<number> {
  const next = await processorTime(read, textOf(make, SIZES[index + 1] ?? LAST));
  const growth = growthOf(times);
  return next < times.at(-1)! ? growth : Math.min(growth, growthOf([times.at(-1)!, next]));
}

function growthOf(times: number[]): number {
  if (times.length < 2 || times.at(-1)! < TELLING_MS) return 1;
  return times.at(-1)! / Math.max(times.at(-2)!, 0.1);
}

/** Milliseconds of CPU time, which a busy machine extends less than wall time. */
export async function processorTime(read: Reads, text: string): Promise<number> {
  const before = process.cpuUsage();
  try {
    await read(text);
  } catch {
    // A refusal counts as an answer.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const texts = new Map<Shape, Map<number, string>>();

/** Every function gets the same texts: creating one takes longer than most functions need. */
export function textOf(make: Shape, size: number): string {
  const made = texts.get(make) ?? new Map<number, string>();
  texts.set(make, made);
  const text = made.get(size) ?? make(size);
  made.set(size, text);
  return text;
}
