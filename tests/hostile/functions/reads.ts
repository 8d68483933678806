import { parseJson } from '#app/http/body/read-body.ts';

/** What a function does with a text; what it throws is an answer, too. */
export type Reads = (text: string) => unknown;

/** The functions of a part of the product, by name. */
export type Room = Readonly<Record<string, Reads>>;

/** Takes whatever JSON the text is; of other texts, the text. */
export function jsonOf(text: string): unknown {
  try {
    return parseJson(Buffer.from(text));
  } catch {
    return text;
  }
}

/** A text as it arrives: whoever looks at all that came before with each piece is found by that. */
export function piecesOf(text: string, length: number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += length) pieces.push(text.slice(at, at + length));
  return pieces;
}

export const errorOf = (message: string): Error => Object.assign(new Error(message), { stack: message });
