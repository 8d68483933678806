import {
  contentStart,
  fenceOpenedBy,
  indentOf,
  isClosedBy,
  linesOf,
  type Fence,
} from '#app/ui/markdown/source/lines.ts';

/** Depths of the headings above a position in a text, outermost first: `13` is under a `###` under a `#`. */
export type OpenHeadings = string;

/** A node of the HTML tree between Markdown and React, with the fields that our plugins use. */
export interface HastNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
}

/**
 * Returns the open headings after a heading of this depth: every heading of the same depth or deeper has
 * ended.
 */
function enter(open: OpenHeadings, depth: number): OpenHeadings {
  return (
    Array.from(open)
      .filter((outer) => Number(outer) < depth)
      .join('') + String(depth)
  );
}

/** The page has one `h1`, and an `h2` above each message. */
const LEVEL_ABOVE = 2;

/**
 * Sets the level of each heading by its nesting instead of its mark, so that no level is skipped: a text may
 * begin with `###`. The depth in the source stays as `data-depth`, for the size.
 * @param open the headings before this text, when it is part of a longer one
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

/** More indentation makes the line code, not a heading or its underline. */
const MAX_INDENT = 3;

const MARKED = / {0,3}(#{1,6})(?:[ \t]|$)/y;

/** A line that an underline on the next line may turn into a heading. */
const WORDS = /^ {0,3}[^\s>|*+-]/;

/** Returns the headings that are open after a block of a text, without parsing it. Linear in the block. */
export function openAfter(block: string, open: OpenHeadings): OpenHeadings {
  let now = open;
  let fence: Fence | null = null;
  let isUnderText = false;
  for (const line of linesOf(block)) {
    if (fence) {
      if (isClosedBy(fence, line)) fence = null;
      continue;
    }
    fence = indentOf(line) <= MAX_INDENT ? fenceOpenedBy(line) : null;
    const depth: number = fence ? 0 : markedDepth(line) || (isUnderText ? underlinedDepth(line) : 0);
    if (depth) now = enter(now, depth);
    isUnderText = !fence && !depth && WORDS.test(line);
  }
  return now;
}

/** Returns the depth of a heading with `#` at its beginning, also in a quote or a list; 0 for other lines. */
function markedDepth(line: string): number {
  MARKED.lastIndex = contentStart(line);
  return MARKED.exec(line)?.[1]?.length ?? 0;
}

/** Returns the depth that an underline gives to the text above it; 0 for other lines. */
function underlinedDepth(line: string): number {
  const marks = line.trim();
  const mark = marks[0];
  if ((mark !== '=' && mark !== '-') || indentOf(line) > MAX_INDENT) return 0;
  for (const character of marks) if (character !== mark) return 0;
  return mark === '=' ? 1 : 2;
}
