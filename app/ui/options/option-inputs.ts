/** A field that marks a form as containing the options, so that an empty option counts as set to empty. */
export const SHOWN_FIELD = 'optionsShown';

/** The buttons of the composer's form that open, save and clear the options. */
export const OPEN_BUTTON = 'opensOptions';
export const SAVE_BUTTON = 'keepsOptions';
export const RESET_BUTTON = 'resetsOptions';

/** The model of a new conversation, if the options contain it; it takes precedence over the composer's. */
export const BAR_MODEL_FIELD = 'barModel';

/** The two sides of a pair of examples; each occurs once per pair. */
export const EXAMPLE_INPUT = 'option.exampleInput';
export const EXAMPLE_OUTPUT = 'option.exampleOutput';

/** The values of a yes-or-no field; without a choice it is empty. */
export const FLAG_SET = 'true';
export const FLAG_UNSET = 'false';

/** The form field of an option; no other field of the chat's forms has this prefix. */
export function inputName(option: string): string {
  return `option.${option}`;
}

/** The field values of a refused form. */
export interface TypedOptions {
  /** As typed, keyed by the fields' names: of an option, or of the sides of its pairs. */
  values: Readonly<Record<string, readonly string[]>>;
  /** The wrong field, as the error names it; null if it is in another part of the form. */
  wrong: string | null;
}

/** The buttons of the composer's form that use and save a preset, and the fields for its id and its name. */
export const USE_PRESET_BUTTON = 'usesPreset';
export const SAVE_PRESET_BUTTON = 'savesPreset';
export const PRESET_FIELD = 'presetId';
export const PRESET_TITLE_FIELD = 'presetTitle';
