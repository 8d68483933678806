import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { leftOutByClaude } from './anthropic/left-out.ts';
import { leftOutByGemini } from './google/left-out.ts';
import { leftOutByOpenAi } from './openai/left-out.ts';
import type { AskedOptions } from './shared/options/asked-options.ts';

const RULES: Partial<Record<Dialect, (asked: AskedOptions) => string[]>> = {
  openai: leftOutByOpenAi,
  azure: leftOutByOpenAi,
  anthropic: leftOutByClaude,
  google: leftOutByGemini,
};

/**
 * The options that an adapter leaves out because of their values, of each other or of the model: temperature beside
 * thoughts, top_p beside temperature. A name such as `stop[1]` is one entry of a list.
 */
export function leftOutBy(dialect: Dialect | null, asked: AskedOptions): string[] {
  return (dialect && RULES[dialect]?.(asked)) ?? [];
}
