/** Scripts, or languages that share one, for which tokenizers produce different numbers of tokens. */
export type Script =
  | 'ascii'
  | 'latin'
  | 'cyrillic'
  | 'arabic'
  | 'persian'
  | 'han'
  | 'japanese'
  | 'hangul'
  | 'devanagari';

/** Tokens that a family's template adds to a prompt (with the answer's start), a turn, and a system text. */
interface Frame {
  prompt: number;
  turn: number;
  system?: number;
}

/** OpenAI's. */
export const FRAME: Frame = { prompt: 3, turn: 4 };

/**
 * The way in which a family of tokenizers is counted here. We only have OpenAI's; text of another family is
 * counted with the nearest of them, and the estimate is raised by a margin, because one tokenizer does not
 * count another family's text.
 */
interface TokenizerFamily {
  counter: 'o200k' | 'cl100k';
  /** Factors of an estimate for a charge, by script: the family's own tokens per token of the counter. */
  factors?: Partial<Record<Script | 'others', number>>;
  /** Absent: OpenAI's. */
  frame?: Frame;
  /** The factor for an estimate, since no count is exact. */
  margin: number;
  /** True when the counter is the maker's own: its count is the billed count. */
  isOwn?: boolean;
  /** Max tokens that servers put around a prompt, and around each of its turns beyond the counted ones. */
  preamble?: number;
  perTurn?: number;
  /** Max tokens by which servers explain tools, or the response format. */
  toolPreamble?: number;
}

/** Tokens that the templates of most models add: a date, a default instruction, how tools are called. */
const DEFAULT_ADDED = { preamble: 256, perTurn: 6, toolPreamble: 512 };

/** For OpenAI's own the margin covers the unpublished tokens that its servers add around messages. */
const OWN = 1.05;

const FAMILIES: Readonly<Record<string, TokenizerFamily>> = {
  o200k: { counter: 'o200k', margin: OWN, isOwn: true },
  cl100k: { counter: 'cl100k', margin: OWN, isOwn: true },
  // The maker's open weights, which others run with a template of their own.
  harmony: { counter: 'o200k', margin: OWN, isOwn: true, ...DEFAULT_ADDED },
  // Newer than the tokenizers we have: treated as o200k until the maker publishes otherwise.
  'gpt-6': { counter: 'o200k', margin: 1.2 },
  // Vocabularies of 128,000 to 256,000 entries, as o200k has. Factors and frames are measured with the
  // makers' open tokenizers (tests/fixtures/token-counts.ts): Gemma 3, Llama 3.1, Qwen 3, DeepSeek V3,
  // Mistral Nemo.
  gemini: {
    counter: 'o200k',
    margin: 1.2,
    frame: { prompt: 0, turn: 1 },
    factors: { han: 0.82, japanese: 0.68, hangul: 0.93, devanagari: 0.81, persian: 0.88 },
  },
  llama: {
    counter: 'o200k',
    margin: 1.2,
    frame: { prompt: 5, turn: 5 },
    factors: { latin: 1.21, cyrillic: 1.21, arabic: 1.11, japanese: 0.86, devanagari: 1.74 },
  },
  qwen: {
    counter: 'o200k',
    margin: 1.25,
    frame: { prompt: 3, turn: 5 },
    factors: {
      latin: 1.21,
      cyrillic: 1.26,
      arabic: 1.11,
      persian: 1.76,
      han: 0.75,
      japanese: 0.75,
      hangul: 1.12,
      devanagari: 3.08,
    },
  },
  deepseek: {
    counter: 'o200k',
    margin: 1.25,
    frame: { prompt: 2, turn: 1 },
    factors: {
      latin: 1.2,
      cyrillic: 1.19,
      arabic: 1.1,
      persian: 1.21,
      han: 0.72,
      japanese: 0.74,
      hangul: 1.13,
      devanagari: 1.7,
    },
  },
  mistral: {
    counter: 'o200k',
    margin: 1.3,
    frame: { prompt: 1, turn: 2 },
    factors: { cyrillic: 1.2, arabic: 0.9, japanese: 0.91, hangul: 0.9 },
  },
  // A greeting is billed as about 700 tokens.
  grok: { counter: 'o200k', margin: 1.3, preamble: 1_024 },
  // Counts markedly more tokens for the same text than OpenAI's do: prose 16%, code 30% (published
  // comparisons with Claude 3.5 Sonnet). Nothing reliable is published for other languages.
  claude: {
    counter: 'o200k',
    margin: 1.5,
    frame: { prompt: 3, turn: 4, system: 0 },
    factors: { others: 1.16 },
  },
};

/** An unknown family is counted with the widest margin. */
const UNKNOWN: TokenizerFamily = { counter: 'o200k', margin: 1.5 };

export function tokenizerFamily(tokenizer: string): TokenizerFamily {
  return (Object.hasOwn(FAMILIES, tokenizer) ? FAMILIES[tokenizer] : undefined) ?? UNKNOWN;
}

/** Max tokens that servers add to a call of this family. */
export function maxAddedTokens(
  tokenizer: string,
  { turns, tools, hasForm }: { turns: number; tools: number; hasForm: boolean },
): number {
  const family = tokenizerFamily(tokenizer);
  const { preamble, perTurn, toolPreamble } = { ...(family.isOwn ? OWN_ADDED : DEFAULT_ADDED), ...family };
  const explained = (tools > 0 ? toolPreamble : 0) + (hasForm ? toolPreamble : 0);
  return preamble + perTurn * turns + explained + PER_TOOL * tools;
}

/** OpenAI's servers add few tokens that are not counted. */
const OWN_ADDED = { preamble: 0, perTurn: 0, toolPreamble: 64 };
/** Tokens around the text of each tool. */
const PER_TOOL = 16;
