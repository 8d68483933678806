import { countTokens } from './count-tokens.ts';
import { tokenizerFamily } from './tokenizers.ts';

/**
 * The facts that limit the tokens of a text for a tokenizer that we do not have. Each token of any tokenizer
 * has at least one byte. ASCII letters and the spaces between words form words in all of them, with two bytes
 * per token in the worst of languages; anything else may take one token per byte: digits, runs of spaces,
 * signs, scripts that a vocabulary lacks.
 */
export interface TextSpread {
  letters: number;
  /** Bytes of everything else. */
  others: number;
}

const SPACE = 0x20;

/** Adds a text to a spread. Linear, with a few nanoseconds per character. */
export function spreadText(text: string, spread: TextSpread): void {
  let letters = 0;
  let others = 0;
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const small = code | 0x20;
    if ((small >= 0x61 && small <= 0x7a) || (code === SPACE && before !== SPACE)) letters += 1;
    // Half of a surrogate pair, which takes four bytes, counts as two of them.
    else others += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
    before = code;
  }
  spread.letters += letters;
  spread.others += others;
}

/**
 * The max tokens that a text can be billed as.
 * @param counted its tokens by the tokenizer that counts for the family here, with the margin of the family
 */
export function maxTokensOf(spread: TextSpread, counted: number, tokenizer: string): number {
  if (tokenizerFamily(tokenizer).isOwn) return Math.ceil(counted);
  return Math.ceil(Math.max(counted, spread.letters / 2) + spread.others);
}

/** The max tokens that a model can have used for an output text. */
export async function maxOutputTokensOf(text: string, tokenizer: string): Promise<number> {
  const { isOwn, margin } = tokenizerFamily(tokenizer);
  const counted = await countTokens(text, tokenizer);
  if (isOwn) return counted;
  const spread = { letters: 0, others: 0 };
  spreadText(text, spread);
  return maxTokensOf(spread, counted * margin, tokenizer);
}
