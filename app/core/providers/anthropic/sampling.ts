import type { CompletionOptions } from '#app/contracts/completion.ts';
import type { ModelRules } from './model-rules.ts';

/**
 * Temperature up to 1, the maker's default, instead of 2; of temperature and top_p some models take only one, so the
 * other gives way.
 */
export function samplingFor(
  { sampling }: ModelRules,
  { temperature, top_p: topP, top_k: topK }: CompletionOptions,
): { temperature?: number; top_p?: number; top_k?: number } {
  if (!sampling) return {};
  const heat = Math.min(temperature ?? 1, 1);
  const narrowed = topP !== undefined && topP !== null && topP < 1;
  return {
    ...(heat < 1 ? { temperature: heat } : narrowed ? { top_p: topP } : {}),
    ...(topK === undefined ? {} : { top_k: topK }),
  };
}

/** The maker refuses stop sequences of nothing but white space. */
export const isStop = (sequence: string): boolean => sequence.trim() !== '';
