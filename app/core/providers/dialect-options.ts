import { COMPLETE_OPTIONS } from './anthropic/complete/options.ts';
import { ANTHROPIC_OPTIONS } from './anthropic/options.ts';
import { BING_OPTIONS } from './bing/options.ts';
import { CHATGPT_OPTIONS } from './chatgpt/options.ts';
import { GOOGLE_OPTIONS } from './google/options.ts';
import { PALM_OPTIONS } from './google/palm/options.ts';
import { OPENAI_OPTIONS } from './openai/options.ts';
import type { Dialect } from '#app/contracts/catalogue/dialects.ts';

const PASSED: Partial<Record<Dialect, ReadonlySet<string>>> = {
  openai: new Set(OPENAI_OPTIONS),
  azure: new Set(OPENAI_OPTIONS),
  anthropic: new Set(ANTHROPIC_OPTIONS),
  'anthropic-complete': new Set(COMPLETE_OPTIONS),
  google: new Set(GOOGLE_OPTIONS),
  palm: new Set(PALM_OPTIONS),
  bing: new Set(BING_OPTIONS),
  chatgpt: new Set(CHATGPT_OPTIONS),
};

/** Who is not told how long an answer may be. */
const UNCAPPED: ReadonlySet<Dialect | null> = new Set<Dialect>(['bing', 'chatgpt']);

/** Whether the longest answer can be said over a dialect; else whoever reads the answer ends it there. */
export function takesCap(dialect: Dialect | null): boolean {
  return !UNCAPPED.has(dialect);
}

/** Whether an option of a call goes over a dialect. What does not is left out, and named. */
export function passes(dialect: Dialect | null, option: string): boolean {
  const passed = dialect === null ? undefined : PASSED[dialect];
  return passed === undefined || passed.has(option);
}
