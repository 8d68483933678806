import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { ANTHROPIC_OPTIONS, COMPLETE_OPTIONS, leftOutByClaude } from './anthropic/options.ts';
import { GOOGLE_OPTIONS, leftOutByGemini, PALM_OPTIONS } from './google/options.ts';
import { leftOutByOpenAi, OPENAI_OPTIONS } from './openai/options.ts';
import type { AskedOptions } from './shared/options.ts';

/** The options that Bing has words for. */
const BING_OPTIONS: readonly string[] = ['toneStyle', 'jailbreak'];

/** The website has words for none. */
const CHATGPT_OPTIONS: readonly string[] = [];

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

const RULES: Partial<Record<Dialect, (asked: AskedOptions) => string[]>> = {
  openai: leftOutByOpenAi,
  azure: leftOutByOpenAi,
  anthropic: leftOutByClaude,
  google: leftOutByGemini,
};

/** Letters of base64 that a provider takes for a video, where a call may bring more. Source: Alibaba's pages, autumn 2026. */
const MAX_LETTERS: Readonly<Record<string, number>> = { alibaba: 10_000_000 };

/** Whether the longest answer can be said over a dialect; else whoever reads the answer ends it there. */
export function takesCap(dialect: Dialect | null): boolean {
  return !UNCAPPED.has(dialect);
}

/** Whether an option of a call goes over a dialect. What does not is left out, and named. */
export function passes(dialect: Dialect | null, option: string): boolean {
  const passed = dialect === null ? undefined : PASSED[dialect];
  return passed === undefined || passed.has(option);
}

/**
 * The options that an adapter leaves out because of their values, of each other or of the model: temperature beside
 * thoughts, top_p beside temperature. A name such as `stop[1]` is one entry of a list.
 */
export function leftOutBy(dialect: Dialect | null, asked: AskedOptions): string[] {
  return (dialect && RULES[dialect]?.(asked)) ?? [];
}

/** Whether a provider takes a video of so many bytes within a request. */
export function takesVideoOf(provider: string, bytes: number): boolean {
  return Math.ceil(bytes / 3) * 4 <= (MAX_LETTERS[provider] ?? Number.POSITIVE_INFINITY);
}
