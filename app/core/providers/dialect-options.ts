import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { ANTHROPIC_OPTIONS, COMPLETE_OPTIONS, leftOutByClaude } from './anthropic/options.ts';
import { GOOGLE_OPTIONS, leftOutByGemini, PALM_OPTIONS } from './google/options.ts';
import { leftOutByOpenAi, OPENAI_OPTIONS } from './openai/options.ts';
import type { AskedOptions } from './shared/options.ts';

/** The options that Bing supports. */
const BING_OPTIONS: readonly string[] = ['toneStyle', 'jailbreak'];

/** The website supports none. */
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

/** Dialects without a limit for the length of an answer. */
const UNCAPPED: ReadonlySet<Dialect | null> = new Set<Dialect>(['bing', 'chatgpt']);

const RULES: Partial<Record<Dialect, (asked: AskedOptions) => string[]>> = {
  openai: leftOutByOpenAi,
  azure: leftOutByOpenAi,
  anthropic: leftOutByClaude,
  google: leftOutByGemini,
};

/**
 * Maximum base64 characters of a video within a request, where a call may contain more. Source: Alibaba's
 * documentation, autumn 2026.
 */
const MAX_LETTERS: Readonly<Record<string, number>> = { alibaba: 10_000_000 };

/**
 * Whether a dialect can state the maximum length of an answer; else the reader of the answer ends it there.
 */
export function takesCap(dialect: Dialect | null): boolean {
  return !UNCAPPED.has(dialect);
}

/** Whether a dialect supports an option. An unsupported option is left out and reported. */
export function passes(dialect: Dialect | null, option: string): boolean {
  const passed = dialect === null ? undefined : PASSED[dialect];
  return passed === undefined || passed.has(option);
}

/**
 * The options that an adapter leaves out because of their values, of each other or of the model: temperature
 * beside thoughts, top_p beside temperature. A name such as `stop[1]` is one entry of a list.
 */
export function leftOutBy(dialect: Dialect | null, asked: AskedOptions): string[] {
  return (dialect && RULES[dialect]?.(asked)) ?? [];
}

/** Whether a provider accepts a video of this size in bytes within a request. */
export function takesVideoOf(provider: string, bytes: number): boolean {
  return Math.ceil(bytes / 3) * 4 <= (MAX_LETTERS[provider] ?? Number.POSITIVE_INFINITY);
}
