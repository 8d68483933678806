import type { Reads } from './functions/reads.ts';
import type { Shape } from './shapes.ts';

/** Each size is so many times the one before; the first is there to compile what runs for the first time. */
const STEP = 4;
const SIZES = [500, 2_000, 8_000, 32_000, 128_000];
/** Whom the largest shows to be steep is asked about it once more. */
const LAST = STEP * SIZES.at(-1)!;
/**
 * Who takes so long is compared with the size before, and asked no more. Who takes less for the largest is fast: the
 * square of its length takes 80 ms at the fastest that a processor looks at letters, a hundred in a nanosecond.
 */
const TELLING_MS = 40;
/**
 * STEP times the text may take so many times as long: room for what sorts, and for memory that has to be tidied up. The
 * square of the text takes sixteen times.
 */
export const MOST_GROWTH = 2.5 * STEP;
/**
 * A collection of rubbish falls on whom it will, and a busy neighbour takes the caches: the least of some looks counts,
 * for the smaller size always, lest it hide a growth, and of more looks at both where it seems steep.
 */
const LOOKS = 2;
const LOOKS_IF_STEEP = 8;

export interface Grown {
  /** Milliseconds of processor time of each size that was tried, from the smallest on. */
  times: number[];
  /** What the last step multiplied the time with; 1 where no size took long enough to tell. */
  growth: number;
}

/** Feeds a function with a shape in growing sizes until it is known how its time grows. */
export async function grow(read: Reads, make: Shape): Promise<Grown> {
  const times: number[] = [];
  const look = (index: number) => processorTime(read, textOf(make, SIZES[index]!));
  for (let index = 0; index < SIZES.length; index += 1) {
    times.push(await look(index));
    const isTelling = () => index > 0 && times[index]! >= TELLING_MS;
    const isSteep = () => growthOf(times) >= MOST_GROWTH;
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
 * What grows with the square does so at the next size too; what a busy machine did to one of them is not repeated. Who
 * is faster with a longer text has refused it, and stays as steep as it was.
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

/** Milliseconds of processor time, which a busy machine does not lengthen as it does the time on the wall. */
export async function processorTime(read: Reads, text: string): Promise<number> {
  const before = process.cpuUsage();
  try {
    await read(text);
  } catch {
    // A refusal is an answer.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const texts = new Map<Shape, Map<number, string>>();

/** Every function gets the same texts: to make one takes longer than most of them do. */
export function textOf(make: Shape, size: number): string {
  const made = texts.get(make) ?? new Map<number, string>();
  texts.set(make, made);
  const text = made.get(size) ?? make(size);
  made.set(size, text);
  return text;
}
