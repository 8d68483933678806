import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import type { TypedOptions } from '#app/ui/options/option-inputs.ts';

export const PRESETS_PATH = '/presets';
export const EXPORT_PATH = '/presets/export';
/** The place of a preset that is not saved yet. */
export const NEW_PRESET = 'new';

/** The field of the form that brings a file of presets. */
export const FILE_FIELD = 'file';

/** A preset as a line of the list. */
export interface PresetLine {
  presetId: string;
  title: string;
  /** What its model is called; null for one that takes the model in use. */
  modelName: string | null;
  /** How many options it sets. */
  options: number;
  isDefault: boolean;
}

/** What the list of presets is told by its forms, in the reader's words. */
export interface PresetsAnswer {
  error?: string;
  /** How many were read from a file, and the names of what was not known in it. */
  imported?: { count: number; leftOut: string[] };
}

/** A preset as its page shows it. */
export interface PresetForm {
  /** null: a new one. */
  presetId: string | null;
  title: string;
  endpoint: Endpoint | null;
  /** The model's id; empty for the one in use. */
  model: string;
  /** The model together with its endpoint, as the menu chooses it; empty for the one in use. */
  choice: string;
  /** The id of the model that answers where `model` is asked for: its options are shown. */
  answeredBy: string;
  isDefault: boolean;
  values: SendParameters;
  typed: TypedOptions | null;
  /** What it holds beside, by the names of the specification. */
  carried: string[];
  /** In the reader's words. */
  error?: string;
  /** What is wrong with its own fields, in the reader's words. */
  wrong?: Partial<Record<'title' | 'model', string>>;
}

/** A model to choose, as an endpoint answers with it. */
export interface ModelChoice {
  /** `choice` of a preset's form. */
  id: string;
  name: string;
  endpoint: Endpoint;
  model: string;
}
