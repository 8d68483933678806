import type { Tx } from '../transaction.ts';

/** Data that every installation needs. Runs at every start: it brings rows up to date and never adds twice. */
export interface Seed {
  name: string;
  /** @returns how many rows are in place now */
  run: (tx: Tx) => Promise<number>;
}
