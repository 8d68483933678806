import type { ErrorCode, ErrorParams } from '#app/contracts/errors.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import type { ReplyCursor } from '#app/contracts/generation.ts';
import type { ParameterRange } from '#app/contracts/models.ts';
import type {
  OptionName,
  PlaygroundOptions,
  PlaygroundParameter,
} from '#app/contracts/playground/options.ts';
import type { CellState, Output, PairQuote, Subcategory } from '#app/contracts/playground/playground.ts';

/** A pair as people read it. */
export interface NamedPair {
  /** As it stands in addresses and forms (`writePair`). */
  pair: string;
  model: string;
  modelName: string;
  providerName: string;
}

/** A pair that can be chosen. */
export interface PairOption extends NamedPair {
  /** Parameters of the form that it does not take. */
  leavesOut: PlaygroundParameter[];
}

/** A picture or a video of an answer. */
export interface MadeView {
  id: string;
  name: string;
  kind: 'image' | 'video';
  type: string;
  width: number;
  height: number;
  /** Where a small picture of it is; null for a video of which none was drawn yet. */
  preview: string | null;
  /** Of a video that says how long it is. */
  seconds: number | null;
}

/** An answer as the page shows it. Money is micro-dollars as text. */
export interface CellView {
  id: string;
  generationId: string;
  /** null while the names are hidden. */
  by: NamedPair | null;
  /** `queued` is on its way; `interrupted` as well where it never was admitted. */
  state: CellState;
  html: string | null;
  text: string;
  made: MadeView[];
  /** How much of it is done, 0 to 100; null where nothing is known of that. */
  donePercent: number | null;
  /** Its stop was asked for; a provider that does not take it back goes on. */
  isStopping: boolean;
  /** The number of its newest unfinished picture (`partialPath`); null where there is none. */
  partial: number | null;
  cursor: ReplyCursor | null;
  error: { code: ErrorCode; params: ErrorParams; detail: string | null } | null;
  inputMicro: string | null;
  outputPico: string | null;
  chargedMicro: string | null;
  tokens: number | null;
  firstTokenMs: number | null;
  totalMs: number | null;
  createdAt: string;
  isBest: boolean;
  /** Earlier answers at the same place, oldest first. */
  earlier: { id: string; text: string; generationId: string; made: MadeView[] }[];
}

export interface PromptView {
  id: string;
  position: number;
  text: string;
  /** Width by height of what is made, where that was chosen; null: by the model. */
  shape: number | null;
  /** What it was sent with, and how many of that were deleted since. */
  files: FileView[];
  missing: number;
  isBlind: boolean;
  cells: CellView[];
}

/** What the form of parameters has: of a number a range, of a choice its values. */
export type ParameterField = {
  name: OptionName;
  /** Names of the selected models that do not take it: of words they are asked without it, of others they say so. */
  notTakenBy: string[];
} & (
  | { kind: 'number'; range: ParameterRange }
  | { kind: 'choice'; values: { value: string; notTakenBy: string[] }[] }
  | { kind: 'text' }
);

export interface PlaygroundData {
  playgroundId: string | null;
  title: string | null;
  isSignedIn: boolean;
  demoUrl: string | null;
  subcategory: Subcategory | 'audio';
  /** What it makes; null where nothing is made with it yet. */
  output: Output | null;
  /** False where no model makes it. */
  isMade: boolean;
  selected: PairOption[];
  options: PairOption[];
  /** What was searched among them without scripts. */
  search: string;
  isAdding: boolean;
  /** More pairs were asked for than one prompt may have. */
  wasCut: boolean;
  parameters: ParameterField[];
  /** What a prompt can be sent with here, and how many; null: with nothing. */
  inputs: { kind: 'image' | 'video'; most: number } | null;
  lastOptions: PlaygroundOptions;
  prompts: PromptView[];
  hasEarlier: boolean;
  runs: { id: string; title: string }[];
  sort: Sort;
  /** The box begins with this text, which a visitor typed before the sign-in. */
  text: string;
  /** Names the next prompt, so that repeating its form is harmless. */
  sendId: string;
}

export const SORTS = ['place', 'price', 'speed', 'finish'] as const;
export type Sort = (typeof SORTS)[number];

/** What the forms of the playground can ask for, in the field `intent`. */
export const PLAYGROUND_INTENTS = ['send', 'stop', 'repeat', 'best', 'reveal', 'continue', 'delete'] as const;
export type PlaygroundIntent = (typeof PLAYGROUND_INTENTS)[number];

/** Why a form was refused, with what was typed. */
export interface Refusal {
  /** null where nothing is wrong: something was taken out of it, or its price was asked for. */
  error: { code: ErrorCode; params: ErrorParams; message: string; param: string | null } | null;
  /** Whether it is a prompt, whose box keeps what was typed. */
  isPrompt: boolean;
  text: string;
  /** What was chosen in the form of parameters, as typed. */
  options: Partial<Record<OptionName, string>>;
  /** Whether the names were to be hidden. */
  isBlind: boolean;
  /** What it was to be sent with: it is uploaded. */
  files: FileView[];
  /** What it would cost, where a form without scripts asked for that. */
  quotes: PairQuote[] | null;
}
