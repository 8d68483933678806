import type { Stage } from './stage.ts';
import type { Target } from './target.ts';

/** The size of a measurement; everything is bounded. */
export interface Size {
  rounds: number;
  /** Calls of one caller, one after the other. */
  calls: number;
  /** Seconds for which callers repeat their calls, and of the warm-up before. */
  seconds: number;
  warmUp: number;
  /** Streams that are open at the same time. */
  streams: number;
  /** Tokens of each of them, at 20 a second. */
  tokens: number;
  /** Milliseconds for garbage collection before memory is measured. */
  collectMs: number;
}

export interface Metric {
  key: string;
  label: string;
  digits: number;
  /** Subtract the double's own value in the same round. */
  added?: boolean;
}

/** The measured values, by the keys of the metrics; a missing key does not apply to the target. */
export type Values = Partial<Record<string, number>>;

/** A measurement of one target after the other, in several rounds. */
export interface Scene {
  name: string;
  metrics: readonly Metric[];
  rounds(size: Size): number;
  measure(target: Target, stage: Stage, size: Size): Promise<Values>;
}
