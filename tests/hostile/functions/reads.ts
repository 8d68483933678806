import { parseJson } from '#app/http/body/read-body.ts';

/** A function's processing of a text; an error counts as an answer, too. */
export type Reads = (text: string) => unknown;

/** The functions of a part of the product, by name. */
export type Room = Readonly<Record<string, Reads>>;

/** The text parsed as JSON if it is valid; otherwise the text itself. */
export function jsonOf(text: string): unknown {
  try {
    return parseJson(Buffer.from(text));
  } catch {
    return text;
  }
}

/** A text in arriving pieces: this detects functions that read all earlier text with each piece. */
export function piecesOf(text: string, length: number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += length) pieces.push(text.slice(at, at + length));
  return pieces;
}

export const errorOf = (message: string): Error => Object.assign(new Error(message), { stack: message });
