import type { HastNode } from './headings.ts';

type Direction = 'ltr' | 'rtl';

const LISTS = new Set(['ul', 'ol']);
const WHOLES = new Set([...LISTS, 'blockquote', 'table']);
/** Elements that hold a line of text within a list, table or quotation. */
const ROWS = new Set(['li', 'td', 'th', 'p']);
const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/** A letter of any other script. */
const LEFT_TO_RIGHT =
  /[^\P{L}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/**
 * Sets `dir` on lists, tables and quotations as a whole, from their first strong letter: markers and columns
 * are on one side, whatever each row begins with. `dir=auto` on a list cannot do that, because it ignores
 * children that have a `dir`. Nested lists share the direction of the outer one; a table always has its own.
 * Code and formulas do not count: they are left-to-right everywhere. Without a strong letter the direction of
 * the page applies.
 * The style sheet orders the text of a row by the row's own first letter, unless that letter belongs to a
 * foreign name in a sentence of the whole's language: such a row has the direction of the whole, as `dir`
 * too.
 */
export function directWholes() {
  return (tree: HastNode) => {
    const visit = (node: HastNode, isInList: boolean, isInQuote: boolean, whole: Direction | null) => {
      const { tagName = '' } = node;
      const isList = LISTS.has(tagName);
      const isQuote = tagName === 'blockquote';
      const isWhole = (isList && !isInList) || (isQuote && !isInQuote) || tagName === 'table';
      const direction = isWhole ? directionOf(node) : whole;
      if (isWhole || (ROWS.has(tagName) && whole && isForeignAtFirst(node, whole))) direct(node, direction);
      for (const child of node.children ?? [])
        visit(child, isInList || isList, isInQuote || isQuote, direction);
    };
    visit(tree, false, false, null);
  };
}

function direct(node: HastNode, dir: Direction | null): void {
  if (dir !== null) node.properties = { ...node.properties, dir };
}

function directionOf(node: HastNode): Direction | null {
  const letter = firstLetter(node, isCode);
  return letter === null ? null : directionOfLetter(letter);
}

const directionOfLetter = (letter: string): Direction => (RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr');

/**
 * Returns whether a row begins with a letter of the other direction and has a letter of the whole's direction
 * after it.
 */
function isForeignAtFirst(row: HastNode, whole: Direction): boolean {
  const isApart = (node: HastNode) => node !== row && (isCode(node) || WHOLES.has(node.tagName ?? ''));
  const letter = firstLetter(row, isApart);
  if (letter === null || directionOfLetter(letter) === whole) return false;
  return firstMatch(row, whole === 'rtl' ? RIGHT_TO_LEFT : LEFT_TO_RIGHT, isApart) !== null;
}

const isCode = ({ tagName }: HastNode): boolean => tagName === 'code';

const firstLetter = (node: HastNode, isApart: (node: HastNode) => boolean): string | null =>
  firstMatch(node, LETTER, isApart);

/**
 * Returns the first letter of a kind in a text, or null; visits each node once and skips nodes that `isApart`
 * excludes.
 */
function firstMatch(node: HastNode, kind: RegExp, isApart: (node: HastNode) => boolean): string | null {
  if (isApart(node)) return null;
  const own = node.value === undefined ? null : kind.exec(node.value);
  if (own) return own[0];
  for (const child of node.children ?? []) {
    const letter = firstMatch(child, kind, isApart);
    if (letter !== null) return letter;
  }
  return null;
}
