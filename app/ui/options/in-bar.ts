import type { OptionField } from '#app/contracts/endpoints/facts.ts';

/** Chosen over the text box, and not in the panel of the options: who answers, and how freely. */
export function isInBar({ option }: Pick<OptionField, 'option'>): boolean {
  return option === 'jailbreak' || option === 'toneStyle';
}
