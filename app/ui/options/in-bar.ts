import type { OptionField } from '#app/contracts/endpoints/facts.ts';

/**
 * Tells whether an option is in the bar above the text box, and not in the options panel: the persona and the
 * tone.
 */
export function isInBar({ option }: Pick<OptionField, 'option'>): boolean {
  return option === 'jailbreak' || option === 'toneStyle';
}
