import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import type { TypedOptions } from '#app/ui/options/option-inputs.ts';

export const PRESETS_PATH = '/presets';
export const EXPORT_PATH = '/presets/export';
/** Replaces the id in the path of a new preset. */
export const NEW_PRESET = 'new';

/** File field of the import form. */
export const FILE_FIELD = 'file';

/** A preset as a line of the list. */
export interface PresetLine {
  presetId: string;
  title: string;
  /** Name of its model; null for a preset that keeps the current model. */
  modelName: string | null;
  /** Number of options that it sets. */
  options: number;
  isDefault: boolean;
}

/** Response of the forms on the list of presets, in the reader's language. */
export interface PresetsAnswer {
  error?: string;
  /** Number of presets read from a file, and the names of unknown fields in it. */
  imported?: { count: number; leftOut: string[] };
}

/** A preset as its page shows it. */
export interface PresetForm {
  /** Null for a new one. */
  presetId: string | null;
  title: string;
  endpoint: Endpoint | null;
  /** The model's id; empty to keep the current model. */
  model: string;
  /** The model with its endpoint, as the menu submits it; empty to keep the current model. */
  choice: string;
  /** Id of the model that answers requests for `model`: its options are shown. */
  answeredBy: string;
  isDefault: boolean;
  values: SendParameters;
  typed: TypedOptions | null;
  /** Other stored fields, by the specification's names. */
  carried: string[];
  /** In the reader's language. */
  error?: string;
  /** Errors of its own fields, in the reader's language. */
  wrong?: Partial<Record<'title' | 'model', string>>;
}

/** A model to choose, as an endpoint offers it. */
export interface ModelChoice {
  /** Value of `choice` in a preset's form. */
  id: string;
  name: string;
  endpoint: Endpoint;
  model: string;
}
