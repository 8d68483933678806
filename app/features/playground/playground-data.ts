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

/** A pair with display names. */
export interface NamedPair {
  /** As written in addresses and forms (`writePair`). */
  pair: string;
  model: string;
  modelName: string;
  providerName: string;
}

/** A pair that can be chosen. */
export interface PairOption extends NamedPair {
  /** Parameters of the form that it does not accept. */
  leavesOut: PlaygroundParameter[];
  /** The rate by which its answers are sold: `$0.60 / MTok out`; empty without a price. */
  price: string;
}

/** An image or a video of an answer. */
export interface MadeView {
  id: string;
  name: string;
  kind: 'image' | 'video';
  type: string;
  width: number;
  height: number;
  /** Address of its thumbnail; null for a video without one yet. */
  preview: string | null;
  /** Length of a video, when known. */
  seconds: number | null;
}

/** An answer as the page shows it. Money is in micro-dollars, as text. */
export interface CellView {
  id: string;
  generationId: string;
  /** Null while the names are hidden. */
  by: NamedPair | null;
  /** `queued` means in progress; `interrupted` includes a cell that was never admitted. */
  state: CellState;
  html: string | null;
  text: string;
  made: MadeView[];
  /** Progress, 0 to 100; null when unknown. */
  donePercent: number | null;
  /** A stop was requested; a provider that cannot cancel continues. */
  isStopping: boolean;
  /** Number of its newest unfinished image (`partialPath`); null when there is none. */
  partial: number | null;
  cursor: ReplyCursor | null;
  error: { code: ErrorCode; params: ErrorParams; detail: string | null } | null;
  /** The max cost while it is in progress; null when it is unknown, or there is none. */
  maxMicro: string | null;
  chargedMicro: string | null;
  tokens: number | null;
  firstTokenMs: number | null;
  totalMs: number | null;
  createdAt: string;
  isBest: boolean;
  /** Earlier answers in the same cell, oldest first. */
  earlier: { id: string; text: string; generationId: string; made: MadeView[] }[];
}

export interface PromptView {
  id: string;
  position: number;
  text: string;
  /** Width divided by height of the boxes of its images and videos: as chosen, else square. */
  shape: number;
  /** The number of images of each answer. */
  count: number;
  /** The files that it was sent with, and how many of them were deleted since. */
  files: FileView[];
  missing: number;
  isBlind: boolean;
  cells: CellView[];
}

/** A field of the parameter form: a number has a range, a choice has values. */
export type ParameterField = {
  name: OptionName;
  /**
   * Names of the selected models that do not accept it: a text request leaves it out for them, other requests
   * fail with an error.
   */
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
  /** The kind of output; null when no model makes it yet. */
  output: Output | null;
  /** False when no model makes it. */
  isMade: boolean;
  selected: PairOption[];
  options: PairOption[];
  /** Search text for the options, without scripts. */
  search: string;
  isAdding: boolean;
  /** The request had more pairs than a prompt may have. */
  wasCut: boolean;
  parameters: ParameterField[];
  /** Kind and max number of files that a prompt can be sent with here; null when it takes none. */
  inputs: { kind: 'image' | 'video'; most: number } | null;
  lastOptions: PlaygroundOptions;
  prompts: PromptView[];
  hasEarlier: boolean;
  runs: { id: string; title: string }[];
  sort: Sort;
  /** Initial text of the box, which a visitor typed before the sign-in. */
  text: string;
  /** Files of the user that the address attaches to the next prompt. */
  files: FileView[];
  /** Id of the next prompt, so that repeating its form is harmless. */
  sendId: string;
}

/** Field of the address with the id of a file for the next prompt. */
export const FILE_FIELD = 'file';

export const SORTS = ['place', 'price', 'speed', 'finish'] as const;
export type Sort = (typeof SORTS)[number];

/** Values of the field `intent` in the forms of the playground. */
export const PLAYGROUND_INTENTS = ['send', 'stop', 'repeat', 'best', 'reveal', 'continue', 'delete'] as const;
export type PlaygroundIntent = (typeof PLAYGROUND_INTENTS)[number];

/** Why a form was rejected, with its typed values. */
export interface Refusal {
  /** Null without an error: a file was removed, or a quote was requested. */
  error: { code: ErrorCode; params: ErrorParams; message: string; param: string | null } | null;
  /** True for a prompt: its box keeps the typed text. */
  isPrompt: boolean;
  text: string;
  /** Values of the parameter form, as typed. */
  options: Partial<Record<OptionName, string>>;
  /** True when the names were to be hidden. */
  isBlind: boolean;
  /** Its files, already uploaded. */
  files: FileView[];
  /** Its quotes, when a form without scripts requested them, or when its cost must be confirmed. */
  quotes: PairQuote[] | null;
  /** Max total cost in micro-dollars, as text, which the user has to confirm; null when nothing is to confirm. */
  confirmMicro: string | null;
}
