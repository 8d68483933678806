import type { TypedOptions } from '#app/ui/options/option-inputs.ts';
import type { ModelOption } from '../../model-option.ts';
import type { OptionsView, UsedPreset } from '../options-view.ts';

export interface OptionsBarProps {
  conversationId: string | null;
  model: ModelOption;
  view: OptionsView;
  preset: UsedPreset;
  /** What was typed into the options before they were refused. */
  typed: TypedOptions | null;
  onChange: () => void;
  /** Told how many options are set when the server has kept them, and null when it has refused. */
  onKept: (count: number | null) => void;
}
