import type { OptionField } from '#app/contracts/endpoints/facts.ts';
import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import type { OptionYields } from '#app/contracts/endpoints/option-yields.ts';
import type { SendParameters } from '#app/contracts/send.ts';

/** Options of the next message, and which of them can be set. */
export interface OptionsView {
  endpoint: Endpoint;
  /** Within the limits of the endpoint and the model. */
  values: SendParameters;
  /** Options that no provider of the model accepts. */
  refused: string[];
  /** Options that are left out when certain others are set. */
  yields: OptionYields;
  /** Some options are above the text box. */
  hasBar: boolean;
  /** The other options, which a button opens, and those of them that are set. */
  hasPanel: boolean;
  set: SetOption[];
  /** Tokens of the stored context; null when there is none. */
  contextTokens: number | null;
}

/** An option that is set. */
export interface SetOption {
  option: OptionField['option'];
  /** Empty for a long or complex value. */
  value: string;
}

/** Returns the options of a panel that are set, with their values as far as these are short. */
export function setOptions(
  fields: readonly OptionField[],
  valueOf: (field: OptionField) => unknown,
): SetOption[] {
  return fields.flatMap((field) => {
    const value = valueOf(field);
    if (value === undefined) return [];
    return [{ option: field.option, value: typeof value === 'number' ? String(value) : '' }];
  });
}

/** How presets have replaced the options on this page. */
export interface UsedPreset {
  /** Number of presets used so far. */
  round: number;
  /** A preset was used, and the page has not loaded its values yet. */
  isAwaited: boolean;
}

/** A preset in the list of choices. */
export interface PresetName {
  presetId: string;
  title: string;
}
