import type { Stage } from './stage.ts';
import type { Target } from './target.ts';

/** How much is measured; everything is bounded. */
export interface Size {
  rounds: number;
  /** Calls of one caller, one after the other. */
  calls: number;
  /** Seconds for which callers repeat their calls, and for which they have done so before anything is measured. */
  seconds: number;
  warmUp: number;
  /** Streams that are open at the same time. */
  streams: number;
  /** Tokens of each of them, at 20 a second. */
  tokens: number;
  /** Milliseconds that the collector gets before memory is looked at. */
  collectMs: number;
}

export interface Metric {
  key: string;
  label: string;
  digits: number;
  /** Subtract what the double itself took in the same round. */
  added?: boolean;
}

/** What was measured, by the keys of the metrics; a key that is absent does not apply to the target. */
export type Values = Partial<Record<string, number>>;

/** Something that is measured of one target after the other, in several rounds. */
export interface Scene {
  name: string;
  metrics: readonly Metric[];
  rounds(size: Size): number;
  measure(target: Target, stage: Stage, size: Size): Promise<Values>;
}
