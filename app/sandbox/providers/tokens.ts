import { countTokens, decode, encode } from 'gpt-tokenizer/encoding/o200k_base';
import { sliceText } from '#app/core/catalogue/tokens/count-tokens.ts';

/** Text that looks like one of the tokenizer's special tokens is ordinary text. */
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() };

const pieces = new Map<string, readonly string[]>();
const counts = new Map<string, number>();
const byteCounts = new Map<string, number>();
const KEPT_TEXTS = 200;
/** Characters that are counted at once: for a run without a space the tokenizer's time is quadratic. */
const WHOLE = 4000;

export function countText(text: string): number {
  const known = counts.get(text);
  if (known !== undefined) return known;
  const parts = text.length > WHOLE ? [...sliceText(text)] : [text];
  const count = parts.reduce((sum, part) => sum + countTokens(part, PLAIN_TEXT), 0);
  if (counts.size >= KEPT_TEXTS) counts.clear();
  counts.set(text, count);
  return count;
}

/**
 * A text cut at its token borders. A token that ends inside a character is joined with the next ones, as
 * OpenAI does: a chunk never contains half a character.
 */
export function textPieces(text: string): readonly string[] {
  const known = pieces.get(text);
  if (known) return known;
  const cut: string[] = [];
  let pending: number[] = [];
  for (const token of encode(text, PLAIN_TEXT)) {
    pending.push(token);
    const piece = decode(pending);
    if (piece.includes('\uFFFD') && pending.length < 8) continue;
    cut.push(piece);
    pending = [];
  }
  if (pending.length > 0) cut.push(decode(pending));
  if (pieces.size >= KEPT_TEXTS) pieces.clear();
  pieces.set(text, cut);
  return cut;
}

/** A way to cut texts into tokens. */
export interface Tokenizer {
  count(text: string): number;
  /** As many pieces as tokens; one that ends inside a character is empty. */
  pieces(text: string): readonly string[];
}

/**
 * By their names in a directive. `bytes` represents a maker whose vocabulary lacks a script: a token for each
 * byte, and for two ASCII letters or single spaces.
 */
export const TOKENIZERS = {
  o200k: { count: countText, pieces: textPieces },
  bytes: { count: countBytes, pieces: bytePieces },
} as const satisfies Record<string, Tokenizer>;

function countBytes(text: string): number {
  const known = byteCounts.get(text);
  if (known !== undefined) return known;
  const { length } = bytePieces(text);
  if (byteCounts.size >= KEPT_TEXTS) byteCounts.clear();
  byteCounts.set(text, length);
  return length;
}

function bytePieces(text: string): readonly string[] {
  const cut: string[] = [];
  let pending = '';
  let isHalf = false;
  let before = '';
  for (const character of text) {
    const isLetter = /[a-z]/i.test(character) || (character === ' ' && before !== ' ');
    before = character;
    pending += character;
    if (isLetter) {
      isHalf = !isHalf;
      if (isHalf) continue;
    } else for (let byte = Buffer.byteLength(character); byte > 1; byte -= 1) cut.push('');
    cut.push(pending);
    pending = '';
  }
  if (isHalf) cut.push(pending);
  return cut;
}

interface CountedMessage {
  role: string;
  content?: unknown;
  name?: string;
}

/** Prompt tokens as OpenAI counts them: three for each message, its role and content, three for the reply. */
export function countPrompt(messages: readonly CountedMessage[], count = countText): number {
  let total = 3;
  for (const message of messages) {
    total += 3 + countText(message.role) + count(contentText(message.content));
    if (message.name) total += count(message.name) + 1;
  }
  return total;
}

/** The text of a message's content, which is a string or a list of parts. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((part: unknown) =>
      typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
        ? [part.text]
        : [],
    )
    .join('\n');
}
