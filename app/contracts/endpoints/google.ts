import {
  LABEL_MAX,
  OUTPUT_MAX,
  PROMPT_PREFIX,
  REASONING_EFFORT,
  type EndpointFacts,
  type OwnKeyFacts,
  type NumberOption,
} from './facts.ts';

/** PaLM's models, to which the specification's limits and defaults belong. */
const PALM = /(^|\/)(code)?chat-bison/;
/** Gemini's models: their thoughts count as output, and they choose their own defaults. */
const GEMINI = /^(?!.*(^|\/)(code)?chat-bison)/;
const NOT_CODE = /^(?!.*(^|\/)codechat-)/;
const PALM_NOT_CODE = /(^|\/)chat-bison/;

/** An option with the specification's default for PaLM, and without a default for Gemini. */
function bothWays(
  option: Omit<NumberOption, 'kind' | 'defaultValue'>,
  defaultValue: number,
  palm = PALM,
): NumberOption[] {
  return [
    { ...option, kind: 'number', defaultValue, isAlwaysSent: true, holdsFor: palm },
    { ...option, kind: 'number', defaultValue: null, holdsFor: GEMINI },
  ];
}

const OUTPUT = {
  kind: 'number',
  name: 'maxOutputTokens',
  aliases: ['max_tokens'],
  option: 'maxOutputTokens',
  min: 1,
  step: 1,
} as const;

export const GOOGLE: EndpointFacts = {
  label: 'Google',
  sender: 'PaLM2',
  actions: { canContinue: false, canRegenerate: true, canEdit: true },
  defaultModel: 'google/chat-bison',
  options: [
    { kind: 'text', name: 'modelLabel', option: 'modelLabel', max: LABEL_MAX, isLine: true },
    { ...PROMPT_PREFIX, holdsFor: NOT_CODE },
    { kind: 'examples', name: 'examples', option: 'examples', maxPairs: 10, max: 10_000, holdsFor: NOT_CODE },
    ...bothWays({ name: 'temperature', option: 'temperature', min: 0, max: 1, step: 0.01 }, 0.2),
    ...bothWays(
      { name: 'topP', aliases: ['top_p'], option: 'topP', min: 0, max: 1, step: 0.01 },
      0.95,
      PALM_NOT_CODE,
    ),
    ...bothWays({ name: 'topK', option: 'topK', min: 1, max: 40, step: 1 }, 40, PALM_NOT_CODE),
    { ...OUTPUT, max: 1024, defaultValue: 1024, holdsFor: PALM },
    { ...OUTPUT, max: OUTPUT_MAX, defaultValue: null, holdsFor: GEMINI },
    { ...REASONING_EFFORT, holdsFor: GEMINI },
  ],
};

/** A service account of a user. */
export const GOOGLE_KEY: OwnKeyFacts = {
  label: 'Google',
  kind: 'service-account',
  setting: 'GOOGLE_API_KEY',
  providers: ['google-vertex', 'sandbox-generate'],
};
