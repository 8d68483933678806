import { messageText, type PromptMessage } from '#app/contracts/completion.ts';
import { countEach, type CountBounds } from './count-tokens.ts';
import { FRAME, tokenizerFamily, type Script } from './tokenizers.ts';

/**
 * Estimates for charges and receipts: the tokens of a text by a family's own tokenizer. Holds do not use
 * them: they use upper bounds (max-tokens.ts).
 */

/** Average tokens per character in o200k: the weights of the scripts in a mixed text. */
const DENSITY: Readonly<Record<Script, number>> = {
  ascii: 0.22,
  latin: 0.23,
  cyrillic: 0.26,
  arabic: 0.35,
  persian: 0.31,
  han: 0.8,
  japanese: 0.75,
  hangul: 0.6,
  devanagari: 0.3,
};

/** Characters of a text by script; digits, signs and scripts without a known factor are not counted. */
type Spread = Record<Script, number>;

/** Latin letters belong to a language with accents if at least this share of them has one. */
const ACCENTED = 0.01;

/** Linear in the text. */
function scriptsOf(text: string): Spread {
  const found: Spread = {
    ascii: 0,
    latin: 0,
    cyrillic: 0,
    arabic: 0,
    persian: 0,
    han: 0,
    japanese: 0,
    hangul: 0,
    devanagari: 0,
  };
  for (let at = 0; at < text.length; at += 1) {
    const script = scriptOf(text.charCodeAt(at));
    if (script) found[script] += 1;
  }
  // Characters that two languages share are assigned to one of them.
  if (found.latin >= ACCENTED * found.ascii) move(found, 'ascii', 'latin');
  else move(found, 'latin', 'ascii');
  if (found.persian > 0) move(found, 'arabic', 'persian');
  if (found.japanese > 0) move(found, 'han', 'japanese');
  return found;
}

function move(found: Spread, from: Script, to: Script): void {
  found[to] += found[from];
  found[from] = 0;
}

function scriptOf(code: number): Script | null {
  if (code < 0x80) return code > 0x40 ? 'ascii' : null;
  if (code < 0x250) return code >= 0xc0 ? 'latin' : null;
  if (code >= 0x400 && code < 0x530) return 'cyrillic';
  if (code >= 0x600 && code < 0x700)
    // The letters pe, che, zhe, kaf, gaf and ye as Persian writes them.
    return [0x67e, 0x686, 0x698, 0x6a9, 0x6af, 0x6cc].includes(code) ? 'persian' : 'arabic';
  if (code >= 0x900 && code < 0x980) return 'devanagari';
  if (code >= 0x3040 && code < 0x3100) return 'japanese';
  if (code >= 0x3400 && code < 0xa000) return 'han';
  return code >= 0xac00 && code < 0xd7b0 ? 'hangul' : null;
}

/**
 * The factor from our count of a text to that of a family's own tokenizer; 1 when it is not known.
 * @param tokenizer family, as the catalogue names it
 */
export function tokenFactor(text: string, tokenizer: string): number {
  const { factors } = tokenizerFamily(tokenizer);
  if (!factors || text === '') return 1;
  let weight = 0;
  let weighted = 0;
  for (const [script, characters] of Object.entries(scriptsOf(text)) as [Script, number][]) {
    const share = characters * DENSITY[script];
    weight += share;
    weighted += share * (factors[script] ?? factors.others ?? 1);
  }
  return weight === 0 ? (factors.others ?? 1) : weighted / weight;
}

/** Estimates the tokens of a text by its family's own tokenizer. Time is limited as in `countEach`. */
export async function estimateTokens(text: string, tokenizer: string, bounds?: CountBounds): Promise<number> {
  if (text === '') return 0;
  const [counted = 0] = await countEach([text], tokenizer, bounds);
  return Math.round(counted * tokenFactor(text, tokenizer));
}

/** Estimates a whole prompt: its texts, and the tokens that the template of the family puts around them. */
export async function estimatePromptTokens(
  messages: readonly PromptMessage[],
  tokenizer: string,
  bounds?: CountBounds,
): Promise<number> {
  const { frame = FRAME } = tokenizerFamily(tokenizer);
  const texts = messages.map(messageText);
  const counts = await countEach(texts, tokenizer, bounds);
  let tokens = frame.prompt;
  for (const [place, { role }] of messages.entries()) {
    const isSystem = role === 'system' || role === 'developer';
    tokens += isSystem ? (frame.system ?? frame.turn) : frame.turn;
    tokens += (counts[place] ?? 0) * tokenFactor(texts[place] ?? '', tokenizer);
  }
  return Math.round(tokens);
}
