/** Says that a form shows the options: what is empty there is said to be so. */
export const SHOWN_FIELD = 'optionsShown';

/** The buttons of the composer's form that open, keep and empty the options. */
export const OPEN_BUTTON = 'opensOptions';
export const KEEP_BUTTON = 'keepsOptions';
export const RESET_BUTTON = 'resetsOptions';

/** The model of a conversation that begins, where the options have it; it stands before the one of the composer. */
export const BAR_MODEL_FIELD = 'barModel';

/** The two sides of a pair of examples; each as often as there are pairs. */
export const EXAMPLE_INPUT = 'option.exampleInput';
export const EXAMPLE_OUTPUT = 'option.exampleOutput';

/** What a field says of yes and no; where nothing was chosen it says nothing. */
export const FLAG_SET = 'true';
export const FLAG_UNSET = 'false';

/** The field of a form that an option stands in: no other field of the chat's forms begins so. */
export function inputName(option: string): string {
  return `option.${option}`;
}

/** What stood in the fields of a form that was refused. */
export interface TypedOptions {
  /** As it was typed, by the fields' names: of an option, or the sides of its pairs. */
  values: Readonly<Record<string, readonly string[]>>;
  /** The field that is wrong, as the error names it; null for one of another part of the form. */
  wrong: string | null;
}

/** The buttons of the composer's form that use a preset and save one, and the fields that say which and under what name. */
export const USE_PRESET_BUTTON = 'usesPreset';
export const SAVE_PRESET_BUTTON = 'savesPreset';
export const PRESET_FIELD = 'presetId';
export const PRESET_TITLE_FIELD = 'presetTitle';
