import { describe, expect, it } from 'vitest';
import { FUNCTIONS } from './functions.ts';
import { SHAPES, type Shape } from './shapes.ts';

const SMALLEST = 4_000;
const LARGEST = 256_000;
/**
 * Of a run that takes less, the time says more of the machine than of the text; where the largest does, it is fast: the
 * square of its length would be a matter of seconds.
 */
const FLOOR_MS = 50;
/** Longer texts tell nothing more. */
const ENOUGH_MS = 400;
/** So many of the largest sizes are looked at. */
const LOOKED_AT = 4;
/** Twice the text may take so many times as long, in the median; the square of it would take four times. */
const MOST_GROWTH = 3;
/** A collection of rubbish falls on whom it will: who looks slow is looked at again. */
const LOOKS = 4;

async function processorTime(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  try {
    await run();
  } catch {
    // A refusal is an answer.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

interface Grown {
  /** Milliseconds of each size, from the smallest on, doubling. */
  times: number[];
  /** The median of what each doubling multiplied the time with; 1 below the floor. */
  growth: number;
}

async function grow(read: (text: string) => unknown, make: Shape): Promise<Grown> {
  const times: number[] = [];
  // What is compiled at its first use would make the smallest size look slow.
  await processorTime(() => read(textOf(make, SMALLEST)));
  for (let size = SMALLEST; size <= LARGEST && (times.at(-1) ?? 0) < ENOUGH_MS; size *= 2) {
    const text = textOf(make, size);
    times.push(await processorTime(() => read(text)));
  }
  for (let look = 1; look < LOOKS && growthOf(times) >= MOST_GROWTH; look += 1) {
    for (const [index, time] of times.entries()) {
      const text = textOf(make, SMALLEST * 2 ** index);
      times[index] = Math.min(time, await processorTime(() => read(text)));
    }
  }
  return { times, growth: growthOf(times) };
}

const texts = new Map<Shape, Map<number, string>>();

/** Every function gets the same texts: to make one takes longer than most of them do. */
function textOf(make: Shape, size: number): string {
  const made = texts.get(make) ?? new Map<number, string>();
  texts.set(make, made);
  const text = made.get(size) ?? make(size);
  made.set(size, text);
  return text;
}

function growthOf(times: number[]): number {
  if ((times.at(-1) ?? 0) < FLOOR_MS) return 1;
  const looked = times.slice(-LOOKED_AT);
  const ratios = looked.slice(1).map((time, index) => time / Math.max(looked[index]!, 0.1));
  return ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)]!;
}

const columns = (times: number[]) => times.map((time) => time.toFixed(1).padStart(8)).join('');

describe.each(Object.entries(FUNCTIONS))('texts of strangers in %s', (_room, functions) => {
  it.each(Object.entries(functions))(
    'take %s time that grows with their length',
    async (name, read) => {
      const rows: { shape: string; grown: Grown }[] = [];
      for (const [shape, make] of Object.entries(SHAPES)) rows.push({ shape, grown: await grow(read, make) });
      const slowest = rows.toSorted((a, b) => b.grown.times.at(-1)! - a.grown.times.at(-1)!).slice(0, 3);
      for (const { shape, grown } of slowest)
        console.log(`${name.padEnd(30)} ${shape.padEnd(36)} ${columns(grown.times)} ms`);
      const bad = rows.filter(({ grown }) => grown.growth >= MOST_GROWTH);
      expect(bad.map(({ shape, grown }) => `${shape}: ${columns(grown.times)}`)).toEqual([]);
    },
    180_000,
  );
});

it('control: the square of a text is found', async () => {
  const { growth } = await grow((text) => /0+$/.test(text), SHAPES['digits before a letter']!);
  expect(growth).toBeGreaterThan(MOST_GROWTH);
}, 60_000);
