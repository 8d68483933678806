/**
 * How a family of tokenizers is counted here. Only OpenAI's are at hand; the text of another family is
 * counted with the nearest of them, and the estimate is raised by a margin, because one tokenizer does not
 * count another family's text.
 */
interface TokenizerFamily {
  counter: 'o200k' | 'cl100k';
  /** What an estimate is multiplied with, since no count is exact. */
  margin: number;
  /** True where the counter is the maker's own: what it counts is what is billed. */
  isOwn?: boolean;
  /** Tokens that servers put around a prompt at most, and around each of its turns beyond what is counted. */
  preamble?: number;
  perTurn?: number;
  /** Tokens with which they explain tools, or the form of an answer, at most. */
  toolPreamble?: number;
}

/** What the templates of most models add: a date, a default instruction, how tools are called. */
const USUAL = { preamble: 256, perTurn: 6, toolPreamble: 512 };

/** For OpenAI's own the margin covers what its servers add around messages, which is not published. */
const OWN = 1.05;

const FAMILIES: Readonly<Record<string, TokenizerFamily>> = {
  o200k: { counter: 'o200k', margin: OWN, isOwn: true },
  cl100k: { counter: 'cl100k', margin: OWN, isOwn: true },
  // The maker's open weights, which others serve with a template of their own.
  harmony: { counter: 'o200k', margin: OWN, isOwn: true, ...USUAL },
  // Newer than the tokenizers at hand: taken for o200k until the maker says otherwise.
  'gpt-6': { counter: 'o200k', margin: 1.2 },
  // Vocabularies of 128,000 to 256,000 entries, as o200k has.
  gemini: { counter: 'o200k', margin: 1.2 },
  llama: { counter: 'o200k', margin: 1.2 },
  qwen: { counter: 'o200k', margin: 1.25 },
  deepseek: { counter: 'o200k', margin: 1.25 },
  mistral: { counter: 'o200k', margin: 1.3 },
  // A greeting is billed as some 700 tokens.
  grok: { counter: 'o200k', margin: 1.3, preamble: 1_024 },
  // Counts markedly more tokens for the same text than OpenAI's do, code above all.
  claude: { counter: 'o200k', margin: 1.5 },
};

/** A family that nobody has described is counted with the widest margin. */
const UNKNOWN: TokenizerFamily = { counter: 'o200k', margin: 1.5 };

export function tokenizerFamily(tokenizer: string): TokenizerFamily {
  return (Object.hasOwn(FAMILIES, tokenizer) ? FAMILIES[tokenizer] : undefined) ?? UNKNOWN;
}

/** What servers add to a call of this family at most, in tokens. */
export function mostAdded(
  tokenizer: string,
  { turns, tools, hasForm }: { turns: number; tools: number; hasForm: boolean },
): number {
  const family = tokenizerFamily(tokenizer);
  const { preamble, perTurn, toolPreamble } = { ...(family.isOwn ? OWN_ADDED : USUAL), ...family };
  const explained = (tools > 0 ? toolPreamble : 0) + (hasForm ? toolPreamble : 0);
  return preamble + perTurn * turns + explained + PER_TOOL * tools;
}

/** OpenAI's add little that is not counted. */
const OWN_ADDED = { preamble: 0, perTurn: 0, toolPreamble: 64 };
/** Around the words of each tool. */
const PER_TOOL = 16;
