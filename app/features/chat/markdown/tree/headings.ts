import {
  contentStart,
  fenceOpenedBy,
  indentOf,
  isClosedBy,
  linesOf,
  type Fence,
} from '#app/features/chat/markdown/source/lines.ts';

/** Depths of the headings that a place of a text stands under, outermost first: `13` is under a `###` under a `#`. */
export type OpenHeadings = string;

/** A node of the HTML tree between Markdown and React, as far as our plugins look at it. */
export interface HastNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
}

/** What is open from a heading of this depth on: every heading as deep as it, or deeper, has ended. */
function enter(open: OpenHeadings, depth: number): OpenHeadings {
  return (
    Array.from(open)
      .filter((outer) => Number(outer) < depth)
      .join('') + String(depth)
  );
}

/** The page has one `h1`, and an `h2` over each message. */
const LEVEL_ABOVE = 2;

/**
 * Gives each heading the level at which it stands, whatever mark it was written with, so that no level is
 * skipped: a text may begin with `###`. How it was written stays as `data-depth`, for its size.
 * @param open the headings before this text, where it is a part of a longer one
 */
export function levelHeadings({ open }: { open: OpenHeadings }) {
  return (tree: HastNode) => {
    let now = open;
    const visit = (node: HastNode) => {
      const depth = Number(/^h([1-6])$/.exec(node.tagName ?? '')?.[1]);
      if (depth) {
        now = enter(now, depth);
        node.tagName = `h${Math.min(LEVEL_ABOVE + now.length, 6)}`;
        node.properties = { ...node.properties, dataDepth: depth };
      }
      node.children?.forEach(visit);
    };
    visit(tree);
  };
}

/** More than this is code, not a heading or its line. */
const MAX_INDENT = 3;

const MARKED = / {0,3}(#{1,6})(?:[ \t]|$)/y;

/** A line that may stand over the line that makes it a heading. */
const WORDS = /^ {0,3}[^\s>|*+-]/;

/** The headings that are open after a block of a text, without parsing it. Linear in the block. */
export function openAfter(block: string, open: OpenHeadings): OpenHeadings {
  let now = open;
  let fence: Fence | null = null;
  let isUnderWords = false;
  for (const line of linesOf(block)) {
    if (fence) {
      if (isClosedBy(fence, line)) fence = null;
      continue;
    }
    fence = indentOf(line) <= MAX_INDENT ? fenceOpenedBy(line) : null;
    const depth: number = fence ? 0 : markedDepth(line) || (isUnderWords ? underlinedDepth(line) : 0);
    if (depth) now = enter(now, depth);
    isUnderWords = !fence && !depth && WORDS.test(line);
  }
  return now;
}

/** Marked at its beginning, also in a quote or a list. 0 for what is no heading. */
function markedDepth(line: string): number {
  MARKED.lastIndex = contentStart(line);
  return MARKED.exec(line)?.[1]?.length ?? 0;
}

/** The depth that a line gives to the words above it; 0 for another line. */
function underlinedDepth(line: string): number {
  const marks = line.trim();
  const mark = marks[0];
  if ((mark !== '=' && mark !== '-') || indentOf(line) > MAX_INDENT) return 0;
  for (const character of marks) if (character !== mark) return 0;
  return mark === '=' ? 1 : 2;
}
