import type { FinishReason } from '#app/contracts/generation.ts';
import type { Prompt } from '#app/core/targets/target.ts';
import type { EmptyAnswer, EmptyReason } from '../task.ts';

/**
 * Why an answer without a word is what its caller asked for: all of it ended at the caller's own cap, which hidden
 * thoughts can use up, or at one of its stop sequences, and the provider says what that took.
 * @param longest the cap that the provider was given, in tokens
 * @returns null for an answer that is empty by the doing of somebody else: it is not paid for, and another may be asked
 */
export function emptyReasonOf(
  { reasons, usage }: EmptyAnswer,
  { cap, options: { stop } }: Prompt,
  longest: number,
): EmptyReason | null {
  if (!usage || reasons.length === 0) return null;
  const mayCut = cap !== null && cap <= longest && usage.completionTokens > 0;
  const mayStop = typeof stop === 'string' ? stop !== '' : (stop ?? []).length > 0;
  const isWanted = (reason: FinishReason) =>
    (reason === 'length' && mayCut) || (reason === 'stop' && mayStop);
  if (!reasons.every(isWanted)) return null;
  return reasons.includes('length') ? 'max_tokens' : 'stop_sequence';
}
