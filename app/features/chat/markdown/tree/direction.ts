import type { HastNode } from './headings.ts';

type Direction = 'ltr' | 'rtl';

const LISTS = new Set(['ul', 'ol']);
const WHOLES = new Set([...LISTS, 'blockquote', 'table']);
/** What holds a line of words in a whole. */
const ROWS = new Set(['li', 'td', 'th', 'p']);
const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/** A letter of any other script. */
const LEFT_TO_RIGHT =
  /[^\P{L}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/**
 * Gives lists, tables and quotations the direction of their first strong letter as a whole, as `dir`: markers and
 * columns stand on one side, whatever each row begins with. `dir=auto` on a list cannot do that, for it does not look
 * into children that have a `dir`. Lists in a list share its direction; a table has its own wherever it stands. Code
 * and formulas are no letters: they are left-to-right everywhere. Where nothing is strong the page's direction stays.
 *
 * The words of a row are put in order by its own first letter (the style sheet does it), unless that is a foreign name
 * in a sentence of the whole's own language: such a row has the direction of the whole, as `dir` too.
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

/** Whether a row begins with a letter of the other direction, and has one of the whole's direction after it. */
function isForeignAtFirst(row: HastNode, whole: Direction): boolean {
  const isApart = (node: HastNode) => node !== row && (isCode(node) || WHOLES.has(node.tagName ?? ''));
  const letter = firstLetter(row, isApart);
  if (letter === null || directionOfLetter(letter) === whole) return false;
  return firstMatch(row, whole === 'rtl' ? RIGHT_TO_LEFT : LEFT_TO_RIGHT, isApart) !== null;
}

const isCode = ({ tagName }: HastNode): boolean => tagName === 'code';

const firstLetter = (node: HastNode, isApart: (node: HastNode) => boolean): string | null =>
  firstMatch(node, LETTER, isApart);

/** The first letter of a kind in a text, or null: each node is looked at once, and what stands apart not at all. */
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
