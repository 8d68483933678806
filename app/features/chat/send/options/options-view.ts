import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import type { OptionYields } from '#app/contracts/endpoints/option-yields.ts';
import type { SendParameters } from '#app/contracts/send.ts';

/** What the next message is sent with, and what of it may be set. */
export interface OptionsView {
  endpoint: Endpoint;
  /** Within the bounds of the endpoint and the model. */
  values: SendParameters;
  /** Options that none of those who serve the model takes. */
  refused: string[];
  /** Options that are left out beside others. */
  yields: OptionYields;
  /** Some of them are chosen over the text box. */
  hasBar: boolean;
  /** The others, which a button opens; and how many of those are set. */
  hasPanel: boolean;
  count: number;
  /** Of the context that is kept; null where there is none. */
  contextTokens: number | null;
}

/** How presets have taken the place of the options on this page. */
export interface UsedPreset {
  /** How many have, so far. */
  round: number;
  /** One was used, and the page has not read yet what it set. */
  isAwaited: boolean;
}

/** A preset to choose. */
export interface PresetName {
  presetId: string;
  title: string;
}
