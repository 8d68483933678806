import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { ANTHROPIC_OPTIONS, COMPLETE_OPTIONS, omittedByClaude } from './anthropic/options.ts';
import { GOOGLE_OPTIONS, omittedByGemini, PALM_OPTIONS } from './google/options.ts';
import { omittedByOpenAi, OPENAI_OPTIONS } from './openai/options.ts';
import type { RequestedOptions } from './shared/options.ts';

/** The options that Bing supports. */
const BING_OPTIONS: readonly string[] = ['toneStyle', 'jailbreak'];

/** The website supports none. */
const CHATGPT_OPTIONS: readonly string[] = [];

const SUPPORTED: Partial<Record<Dialect, ReadonlySet<string>>> = {
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
const WITHOUT_LIMIT: ReadonlySet<Dialect | null> = new Set<Dialect>(['bing', 'chatgpt']);

const RULES: Partial<Record<Dialect, (asked: RequestedOptions) => string[]>> = {
  openai: omittedByOpenAi,
  azure: omittedByOpenAi,
  anthropic: omittedByClaude,
  google: omittedByGemini,
};

/**
 * Maximum base64 characters of a video within a request, where a call may contain more. Source: Alibaba's
 * documentation, autumn 2026.
 */
const MAX_CHARACTERS: Readonly<Record<string, number>> = { alibaba: 10_000_000 };

/**
 * Whether a dialect can state the maximum length of an answer; else the reader of the answer ends it there.
 */
export function supportsLimit(dialect: Dialect | null): boolean {
  return !WITHOUT_LIMIT.has(dialect);
}

/** Whether a dialect supports an option. An unsupported option is left out and reported. */
export function supportsOption(dialect: Dialect | null, option: string): boolean {
  const passed = dialect === null ? undefined : SUPPORTED[dialect];
  return passed === undefined || passed.has(option);
}

/**
 * The options that an adapter leaves out because of their values, of each other or of the model: temperature
 * beside thoughts, top_p beside temperature. A name such as `stop[1]` is one entry of a list.
 */
export function omittedOptions(dialect: Dialect | null, call: RequestedOptions): string[] {
  return (dialect && RULES[dialect]?.(call)) ?? [];
}

/** Whether a provider accepts a video of this size in bytes within a request. */
export function acceptsVideoSize(provider: string, bytes: number): boolean {
  return Math.ceil(bytes / 3) * 4 <= (MAX_CHARACTERS[provider] ?? Number.POSITIVE_INFINITY);
}
