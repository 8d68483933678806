import type { Endpoint } from '../endpoints/table.ts';
import type { SendParameters } from '../send.ts';
import type { PassThroughFields } from './carried.ts';

/** The name of a preset without a name of its own. */
export const PRESET_TITLE = 'My Preset';

/** Maximum length of a name, in characters. */
export const PRESET_TITLE_MAX = 100;

/** Maximum number of presets per account. */
export const PRESETS_MAX = 100;

/** Maximum size of a preset file, in bytes. */
export const PRESET_FILE_MAX_BYTES = 4 * 1024 * 1024;

/** The content of a preset, set by its owner. */
export interface PresetFacts {
  title: string;
  /** null: no endpoint in particular. */
  endpoint: Endpoint | null;
  /** null: the model in use. */
  model: string | null;
  options: SendParameters;
  carried: PassThroughFields;
}

/** A preset on the wire, with its options under the names of the specification. */
export interface PresetView extends Record<string, unknown> {
  presetId: string;
  title: string;
  endpoint: Endpoint | null;
  model: string | null;
  /** New conversations start with it. */
  defaultPreset: boolean;
}
