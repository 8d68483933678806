/** Every step has this many times the size of the one before. */
const STEP = 2;
/** Small enough to be noise: a run that takes less says nothing of how it grows. */
const NOISE_MS = 4;

interface Growth {
  /** Size -> processor time in milliseconds, the least of three runs. */
  times: [size: number, ms: number][];
  /** How many times as long the largest took, for each time as much text: about 1 when linear, its size when quadratic. */
  excess: number;
}

/**
 * Runs a function over texts of doubling sizes and measures the processor time, which a busy machine does not
 * lengthen. Prints what it measured.
 * @param from the smallest size; the largest is 32 times as much
 */
export function growthOf(name: string, from: number, run: (size: number) => unknown): Growth {
  const times: Growth['times'] = [];
  for (let size = from; size <= from * STEP ** 5; size *= STEP) times.push([size, leastMs(() => run(size))]);
  const [first, last] = [times[0]!, times.at(-1)!];
  const excess = last[1] / Math.max(first[1], NOISE_MS) / (last[0] / first[0]);
  console.log(`${name}: ${times.map(([size, ms]) => `${size}: ${ms.toFixed(1)} ms`).join(', ')}`);
  return { times, excess };
}

function leastMs(run: () => unknown): number {
  let least = Infinity;
  for (let round = 0; round < 3; round += 1) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
