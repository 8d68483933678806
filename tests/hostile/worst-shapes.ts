import { MARKDOWN_SHAPES } from './markdown-shapes.ts';
import { SHAPES, type Shape } from './shapes.ts';

/**
 * The eight shapes that the default run uses for every function. Measured at 32 kB: 57 regular expressions,
 * loops and searches with quadratic time took more than 250 ms for some shape, and these find 36 of them,
 * more than any other eight; the last one is currently the slowest shape of every third function that takes
 * two milliseconds or more.
 */
const WORST = [
  // Words, addresses and names that may begin at each letter; functions that read all text again with each
  // piece.
  'one letter',
  // Spaces before an end, lists and rows; lines that are compared with all others.
  'line breaks',
  // Unclosed pairs, in texts and in JSON.
  'nested brackets',
  // Numbers and schemes before a missing continuation.
  'digits before a letter',
  'dots',
  'escaped quotation marks',
  'backticks',
  'lone surrogates',
] as const;

/**
 * The same for Markdown: shapes that are slow for the regular expressions that our scanners have replaced,
 * and the currently slowest shape.
 */
const WORST_MARKDOWN = [
  'opened blocks and an end',
  'double dollars',
  'closed formulas',
  'nested quotes',
  'events without data',
] as const;

/** The worst shapes for a function of a room. */
export function worstShapes(room: string): [name: string, shape: Shape][] {
  const all = { ...SHAPES, ...MARKDOWN_SHAPES };
  const names: readonly string[] = room.endsWith('markdown') ? [...WORST, ...WORST_MARKDOWN] : WORST;
  return names.map((name) => [name, all[name]!]);
}
