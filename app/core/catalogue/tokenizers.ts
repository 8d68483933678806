/**
 * How a family of tokenizers is counted here. Only OpenAI's are at hand; the text of another family is
 * counted with the nearest of them, and the estimate is raised by a margin, because one tokenizer does not
 * count another family's text.
 */
interface TokenizerFamily {
  counter: 'o200k' | 'cl100k';
  /** What an estimate is multiplied with before money is held. */
  margin: number;
}

/** For OpenAI's own the margin covers what its servers add around messages, which is not published. */
const OWN = 1.05;

const FAMILIES: Readonly<Record<string, TokenizerFamily>> = {
  o200k: { counter: 'o200k', margin: OWN },
  cl100k: { counter: 'cl100k', margin: OWN },
  // Newer than the tokenizers at hand: taken for o200k until the maker says otherwise.
  'gpt-6': { counter: 'o200k', margin: 1.2 },
  // Vocabularies of 128,000 to 256,000 entries, as o200k has.
  gemini: { counter: 'o200k', margin: 1.2 },
  llama: { counter: 'o200k', margin: 1.2 },
  qwen: { counter: 'o200k', margin: 1.25 },
  deepseek: { counter: 'o200k', margin: 1.25 },
  mistral: { counter: 'o200k', margin: 1.3 },
  grok: { counter: 'o200k', margin: 1.3 },
  // Counts markedly more tokens for the same text than OpenAI's do, code above all.
  claude: { counter: 'o200k', margin: 1.5 },
};

/** A family that nobody has described is counted with the widest margin. */
const UNKNOWN: TokenizerFamily = { counter: 'o200k', margin: 1.5 };

export function tokenizerFamily(tokenizer: string): TokenizerFamily {
  return (Object.hasOwn(FAMILIES, tokenizer) ? FAMILIES[tokenizer] : undefined) ?? UNKNOWN;
}
