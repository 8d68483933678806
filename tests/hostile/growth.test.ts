import { describe, expect, it } from 'vitest';
import { FUNCTIONS } from './functions/index.ts';
import type { Reads } from './functions/reads.ts';
import { processorTime, textOf } from './grow.ts';
import { worstShapes } from './worst-shapes.ts';

// `growth.full.test.ts` compares all shapes at growing sizes; quadratic time at 32 kB is found without a
// comparison.
const SIZE = 32_000;
/**
 * Milliseconds of CPU time: the slowest function takes a quarter of it on a busy machine, a quadratic one
 * twice as long.
 */
const MAX_MS = 250;
/** A garbage collection may happen during one of them. */
const TRIES = 3;

/** The worst shapes for which a function takes too long. */
async function slowShapes(read: Reads, room: string): Promise<string[]> {
  const slow: string[] = [];
  for (const [name, shape] of worstShapes(room)) {
    const text = textOf(shape, SIZE);
    let ms = Infinity;
    for (let tries = 0; tries < TRIES && ms > MAX_MS; tries += 1)
      ms = Math.min(ms, await processorTime(read, text));
    if (ms > MAX_MS) slow.push(`${name}: ${ms.toFixed(0)} ms`);
  }
  return slow;
}

describe.each(Object.entries(FUNCTIONS))('untrusted texts in %s', (room, functions) => {
  it.each(Object.entries(functions))('take %s no quadratic time', async (_name, read) => {
    expect(await slowShapes(read, room)).toEqual([]);
  });
});

it('finds a function that takes too long', async () => {
  /** Takes more than the limit for one shape, on any machine. */
  const slow = (text: string) => {
    const begun = process.cpuUsage();
    const spent = () => process.cpuUsage(begun);
    while (text.startsWith('[') && spent().user + spent().system < 1.2 * MAX_MS * 1000);
  };
  expect(await slowShapes(slow, 'core')).toEqual([expect.stringMatching(/^nested brackets: \d+ ms$/)]);
});
