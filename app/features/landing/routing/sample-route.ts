import type { DroppedReason } from './dropped-reason.ts';

/** The sample prompts; their words are texts of the page. */
export const SAMPLES = ['question', 'tools', 'report'] as const;
export type SampleName = (typeof SAMPLES)[number];

/** Who would be asked. */
export interface AskedOffer {
  id: string;
  name: string;
  provider: string;
  /** `$0.0021`: for the whole prompt and the longest answer. */
  cost: string;
  /** It fails just now, and is asked because nobody else is left. */
  isFailing: boolean;
}

/** Models that are not asked, for one reason. */
export interface DroppedModels {
  reason: DroppedReason;
  /** What they lack: `tools, json_schema`. */
  lacking: string | null;
  /** Some of their names. */
  names: string[];
  /** How many more there are. */
  more: number;
}

/** What the router would do with a sample prompt just now. */
export interface SampleRoute {
  sample: SampleName;
  promptTokens: number;
  outputTokens: number;
  /** In the order in which they would be asked: the first is chosen. None: nobody here can do it. */
  asked: AskedOffer[];
  dropped: DroppedModels[];
}
