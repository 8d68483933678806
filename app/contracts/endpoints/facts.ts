import type { SendParameters } from '../send.ts';

/** What can be done with the messages of an endpoint. */
export interface EndpointActions {
  canContinue: boolean;
  canRegenerate: boolean;
  canEdit: boolean;
}

/** What an endpoint of the chat can do, is called, and can be told. */
export interface EndpointFacts {
  /** What it is called where a model stands in a list more than once. */
  label: string;
  /** Sender label of its replies. */
  sender: string;
  /** Its sender where it speaks as a persona. */
  personaSender?: string;
  actions: EndpointActions;
  defaultModel: string;
  /** Who alone answers for it; absent: whoever serves the models that are its own. */
  providers?: readonly string[];
  options: readonly OptionField[];
}

/** An option of an endpoint: how it stands in bodies and forms, and what it may be. */
export type OptionField = NumberOption | TextOption | ChoiceOption | FlagOption | ExamplesOption;

interface NamedOption {
  /** In bodies, forms and stored conversations: the specification's name. */
  name: string;
  /** Other names that clients use. */
  aliases?: readonly string[];
  /** The models that have it, by their ids; absent: all. */
  holdsFor?: RegExp;
}

export interface NumberOption extends NamedOption {
  kind: 'number';
  option: OptionOf<number>;
  min: number;
  max: number;
  /** Of its control; 1 for whole numbers, which it takes no others than then. */
  step: number;
  /** Where nobody says otherwise; null where the model decides. */
  usual: number | null;
  /** The usual value is said to the provider, too: that is not what its models do by themselves. */
  isAlwaysSaid?: boolean;
}

export interface TextOption extends NamedOption {
  kind: 'text';
  option: OptionOf<string>;
  /** Letters. */
  max: number;
  /** A name that stands on one line: space around it does not count. */
  isLine?: boolean;
}

/** One of a list. */
export interface ChoiceOption extends NamedOption {
  kind: 'choice';
  option: 'reasoningEffort' | 'toneStyle';
  values: readonly string[];
  /** Where nobody says otherwise; absent: the model decides. */
  usual?: string;
}

/** Yes or no. */
export interface FlagOption extends NamedOption {
  kind: 'flag';
  option: OptionOf<boolean>;
  usual: boolean;
}

/** Pairs of what is said to the model and how it is to answer. */
export interface ExamplesOption extends NamedOption {
  kind: 'examples';
  option: 'examples';
  /** Pairs. */
  most: number;
  /** Letters of each side of a pair. */
  max: number;
}

type OptionOf<Value> = {
  [Name in keyof SendParameters]-?: NonNullable<SendParameters[Name]> extends Value ? Name : never;
}[keyof SendParameters];

/** What every endpoint of the specification can be told in words of one's own. */
export const PROMPT_PREFIX: TextOption = {
  kind: 'text',
  name: 'promptPrefix',
  option: 'promptPrefix',
  max: 20_000,
};

/** How hard a model thinks that can; what it is asked for in the public API. */
export const REASONING_EFFORT: ChoiceOption = {
  kind: 'choice',
  name: 'reasoning_effort',
  aliases: ['reasoningEffort'],
  option: 'reasoningEffort',
  values: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
};

/** Bytes of an option's words, written as JSON: what a row keeps of the options has room for two of them. */
export const WORDS_MAX_BYTES = 30_000;

/** The longest name that stands in place of the sender's label. */
export const LABEL_MAX = 80;

/** Most tokens of an answer that anybody may ask for: beyond every model. */
export const OUTPUT_MAX = 10_000_000;
