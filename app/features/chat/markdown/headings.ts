/** Depths of the headings that a place of a text stands under, outermost first: `13` is under a `###` under a `#`. */
export type OpenHeadings = string;

/** What is open from a heading of this depth on: every heading as deep as it, or deeper, has ended. */
function enter(open: OpenHeadings, depth: number): OpenHeadings {
  return [...open].filter((outer) => Number(outer) < depth).join('') + String(depth);
}

/** The page has one `h1`, and an `h2` over each message. */
const LEVEL_ABOVE = 2;

interface HastNode {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
}

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

const FENCED = /^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm;
/** Marked at their beginning, also in a quote or a list, or by a line under them. */
const HEADING =
  /^(?: {0,3}(?:>|[-*+]|\d{1,9}[.)])[ \t]*)* {0,3}(?<marks>#{1,6})(?:[ \t]|$)|^ {0,3}[^\s>|*+-].*\n {0,3}(?<line>=+|-+)[ \t]*$/gm;

/** The headings that are open after a block of a text, without parsing it. */
export function openAfter(block: string, open: OpenHeadings): OpenHeadings {
  let now = open;
  for (const { groups } of block.replaceAll(FENCED, '').matchAll(HEADING)) {
    now = enter(now, groups?.marks?.length ?? (groups?.line?.startsWith('=') ? 1 : 2));
  }
  return now;
}
