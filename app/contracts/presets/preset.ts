import type { Endpoint } from '../endpoints/table.ts';
import type { SendParameters } from '../send.ts';
import type { Carried } from './carried.ts';

/** The name of a preset that nobody named. */
export const PRESET_TITLE = 'My Preset';

/** Letters of a name. */
export const PRESET_TITLE_MAX = 100;

/** Presets of one account. */
export const PRESETS_MAX = 100;

/** Bytes of a file of presets. */
export const PRESET_FILE_MAX_BYTES = 4 * 1024 * 1024;

/** What its owner says of a preset. */
export interface PresetFacts {
  title: string;
  /** null: of none in particular. */
  endpoint: Endpoint | null;
  /** null: the one in use. */
  model: string | null;
  options: SendParameters;
  carried: Carried;
}

/** A preset on the wire, with its options under the names of the specification. */
export interface PresetView extends Record<string, unknown> {
  presetId: string;
  title: string;
  endpoint: Endpoint | null;
  model: string | null;
  /** New conversations begin with it. */
  defaultPreset: boolean;
}
