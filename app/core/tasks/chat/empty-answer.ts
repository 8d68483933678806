import type { Prompt } from '#app/core/targets/target.ts';
import type { EmptyAnswer, EmptyReason } from '../task.ts';

/**
 * Why an answer without a word is charged: its provider ended the turn for a reason, or says what it used. A caller can
 * bring that about (a cap that hidden thoughts use up, a stop sequence, a question that needs no answer), and the
 * provider bills it.
 * @returns null for an answer with neither: its provider has failed
 */
export function emptyReasonOf(
  { reasons, usage }: EmptyAnswer,
  { options: { stop } }: Pick<Prompt, 'options'>,
): EmptyReason | null {
  if (reasons.length === 0 && !usage) return null;
  if (reasons.includes('length')) return 'max_tokens';
  const mayStop = typeof stop === 'string' ? stop !== '' : (stop ?? []).length > 0;
  return mayStop && reasons.length > 0 && reasons.every((reason) => reason === 'stop')
    ? 'stop_sequence'
    : 'no_words';
}
