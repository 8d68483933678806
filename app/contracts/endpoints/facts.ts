import type { SendParameters } from '../send.ts';

/** The actions that an endpoint allows on its messages. */
export interface EndpointActions {
  canContinue: boolean;
  canRegenerate: boolean;
  canEdit: boolean;
}

/**
 * The forms of a user's own key: one text, the cookie or token of a website session, the four fields of an
 * Azure deployment, or Google's key file.
 */
export type OwnKeyKind = 'text' | 'session' | 'azure' | 'service-account';

/**
 * How an endpoint is answered with a user's own key. Apart from its other facts, because browsers load those and
 * must not contain the names of secrets.
 */
export interface OwnKeyFacts {
  /** The display name of the endpoint, the same in every language. */
  label: string;
  kind: OwnKeyKind;
  /** The setting by which the operator leaves the endpoint to the users' own keys. */
  setting: string;
  /** The setting without which the endpoint has no address. */
  address?: string;
  /** The providers that accept the key; it is sent to no other. */
  providers: readonly string[];
}

/** The abilities, names and options of a chat endpoint. */
export interface EndpointFacts {
  /** Its label in lists that contain a model more than once. */
  label: string;
  /** The sender label of its replies. */
  sender: string;
  /** The sender label when it speaks as a persona. */
  personaSender?: string;
  /** The cookie in which a browser remembers the persona and the tone for new conversations. */
  personaCookie?: string;
  /** Its conversations have the fields by which clients of the service continue a session. */
  hasSession?: true;
  actions: EndpointActions;
  defaultModel: string;
  /** The only providers that may answer for it; absent: all providers of its own models. */
  providers?: readonly string[];
  options: readonly OptionField[];
}

/** An option of an endpoint: its names in bodies and forms, and its allowed values. */
export type OptionField = NumberOption | TextOption | ChoiceOption | FlagOption | ExamplesOption;

interface NamedOption {
  /** The specification's name, used in bodies, forms and stored conversations. */
  name: string;
  /** Other names that clients use. */
  aliases?: readonly string[];
  /** Matches the ids of the models that have the option; absent: all models. */
  holdsFor?: RegExp;
}

export interface NumberOption extends NamedOption {
  kind: 'number';
  option: OptionOf<number>;
  min: number;
  max: number;
  /** The step of its control; 1 for whole numbers, and then only whole numbers are accepted. */
  step: number;
  /** The default; null if the model decides. */
  defaultValue: number | null;
  /** The default is sent to the provider, too, because the provider's own default differs. */
  isAlwaysSent?: boolean;
}

export interface TextOption extends NamedOption {
  kind: 'text';
  option: OptionOf<string>;
  /** Maximum number of characters. */
  max: number;
  /** A name on one line: surrounding whitespace is removed. */
  isLine?: boolean;
}

/** One value of a list. */
export interface ChoiceOption extends NamedOption {
  kind: 'choice';
  option: 'reasoningEffort' | 'toneStyle';
  values: readonly string[];
  /** The default; absent: the model decides. */
  defaultValue?: string;
}

/** Yes or no. */
export interface FlagOption extends NamedOption {
  kind: 'flag';
  option: OptionOf<boolean>;
  defaultValue: boolean;
  /** The display names of its two values, the same in every language. */
  names: { off: string; on: string };
}

/** Pairs of an example message and the expected answer. */
export interface ExamplesOption extends NamedOption {
  kind: 'examples';
  option: 'examples';
  /** Maximum number of pairs. */
  maxPairs: number;
  /** Maximum number of characters on each side of a pair. */
  max: number;
}

type OptionOf<Value> = {
  [Name in keyof SendParameters]-?: NonNullable<SendParameters[Name]> extends Value ? Name : never;
}[keyof SendParameters];

/** A free-text instruction, which every endpoint of the specification accepts. */
export const PROMPT_PREFIX: TextOption = {
  kind: 'text',
  name: 'promptPrefix',
  option: 'promptPrefix',
  max: 20_000,
};

/** The thinking effort of models that can think; the public API has the same values. */
export const REASONING_EFFORT: ChoiceOption = {
  kind: 'choice',
  name: 'reasoning_effort',
  aliases: ['reasoningEffort'],
  option: 'reasoningEffort',
  values: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
};

/**
 * Maximum size of an option's text in bytes, written as JSON: the options column of a row has room for two
 * such texts.
 */
export const TEXT_MAX_BYTES = 30_000;

/** Maximum length of a name that replaces the sender's label. */
export const LABEL_MAX = 80;

/** Maximum number of output tokens that a user may request: more than any model has. */
export const OUTPUT_MAX = 10_000_000;
