/**
 * True in `npm run test:full`, which runs everything. The default run omits the files `*.full.test.ts` and
 * the tests that other files register under this condition. Set by SUITE=full.
 */
export const IS_FULL = process.env['SUITE'] === 'full';

/**
 * The seed of a test that draws samples: fixed in the default run, drawn and printed in the full one.
 * @param variable of the environment that repeats a seed
 */
export function seedFrom(variable: string): number {
  const given = process.env[variable];
  if (given !== undefined) return Number(given);
  if (!IS_FULL) return 1;
  const seed = 1 + (Date.now() % 1_000_000);
  console.log(`seed ${seed} (repeat with ${variable}=${seed})`);
  return seed;
}

/**
 * The size of a test: rounds, calls, samples.
 * @param variable of the environment that sets another one
 */
export function sizeFrom(variable: string, sizes: { default: number; full: number }): number {
  return Number(process.env[variable] ?? (IS_FULL ? sizes.full : sizes.default));
}
