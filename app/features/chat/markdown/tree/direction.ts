import type { HastNode } from './hast-node.ts';

const LISTS = new Set(['ul', 'ol']);
const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/**
 * Gives lists, tables and quotations the direction of their first strong letter as a whole, as `dir`: markers and
 * columns stand on one side, whatever each row begins with. `dir=auto` on a list cannot do that, for it does not look
 * into children that have a `dir`. Lists in a list share its direction; a table has its own wherever it stands. Code
 * and formulas are no letters: they are left-to-right everywhere. Where nothing is strong the page's direction stays.
 */
export function directWholes() {
  return (tree: HastNode) => {
    const visit = (node: HastNode, isInList: boolean, isInQuote: boolean) => {
      const { tagName = '' } = node;
      const isList = LISTS.has(tagName);
      const isQuote = tagName === 'blockquote';
      if ((isList && !isInList) || (isQuote && !isInQuote) || tagName === 'table') direct(node);
      for (const child of node.children ?? []) visit(child, isInList || isList, isInQuote || isQuote);
    };
    visit(tree, false, false);
  };
}

function direct(node: HastNode): void {
  const letter = firstLetter(node);
  if (letter === null) return;
  node.properties = { ...node.properties, dir: RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr' };
}

/** The first strong letter of a text, or null: each node is looked at once. */
function firstLetter({ tagName, value, children = [] }: HastNode): string | null {
  if (tagName === 'code') return null;
  const own = value === undefined ? null : LETTER.exec(value);
  if (own) return own[0];
  for (const child of children) {
    const letter = firstLetter(child);
    if (letter !== null) return letter;
  }
  return null;
}
