import type { SendParameters } from '../send.ts';

/** What an endpoint of the chat can do, is called, and can be told. */
export interface EndpointFacts {
  /** Sender label of its replies. */
  sender: string;
  canContinue: boolean;
  canRegenerate: boolean;
  canEdit: boolean;
  defaultModel: string;
  options: readonly OptionField[];
}

/** An option of an endpoint: how it stands in bodies and forms, and what it may be. */
export type OptionField = NumberOption | TextOption;

export interface NumberOption {
  kind: 'number';
  /** In bodies, forms and stored conversations: the specification's name. */
  name: string;
  /** Other names that clients use. */
  aliases?: readonly string[];
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

export interface TextOption {
  kind: 'text';
  name: string;
  option: OptionOf<string>;
  /** Letters. */
  max: number;
  /** A name that stands on one line: space around it does not count. */
  isLine?: boolean;
}

type OptionOf<Value> = {
  [Name in keyof SendParameters]-?: NonNullable<SendParameters[Name]> extends Value ? Name : never;
}[keyof SendParameters];

/** What every endpoint of the specification can be told in words of one's own. */
export const PROMPT_PREFIX: TextOption = {
  kind: 'text',
  name: 'promptPrefix',
  option: 'promptPrefix',
  max: 100_000,
};

/** The longest name that stands in place of the sender's label. */
export const LABEL_MAX = 80;
