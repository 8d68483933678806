import { useMemo, type ReactElement } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { markdownElements } from './elements/elements.tsx';
import type { MarkdownLabels } from './labels.ts';
import { directWholes } from './tree/direction.ts';
import { levelHeadings, type OpenHeadings } from './tree/headings.ts';
import type { HeavyPlugins } from './tree/plugins.ts';

interface MarkdownProps {
  /** Markdown whose formulas are between double dollars (`normaliseMath`). */
  source: string;
  plugins: HeavyPlugins;
  labels: MarkdownLabels;
  /** Keeps the ids of footnotes apart from those of other messages. */
  idPrefix: string;
  /** The headings before this text, when it is part of a longer one. */
  open?: OpenHeadings;
}

interface TreeNode {
  children?: TreeNode[];
}

/**
 * Max nesting of elements. Browsers flatten nesting deeper than 512, and no text for readers is nested deeper
 * than this.
 */
const MAX_DEPTH = 100;

/**
 * Renders text of a model or a user, safe by construction: raw HTML stays text, every address passes through
 * `safeUrl`, and nothing is fetched from another host. Used for stored texts on the server and for growing
 * texts in the browser.
 */
export function Markdown(props: MarkdownProps) {
  return parseMarkdown(props, useElements(props));
}

/**
 * Returns the elements for `parseMarkdown`, memoised by the labels, so that React does not remount the page's
 * content.
 */
export function useElements({ labels, idPrefix }: Pick<MarkdownProps, 'labels' | 'idPrefix'>): Components {
  return useMemo(() => markdownElements(labels, idPrefix), [labels, idPrefix]);
}

/**
 * Parses immediately, not when React renders the element.
 * @throws RangeError for a text that is nested too deep
 */
export function parseMarkdown(
  { source, plugins, labels, idPrefix, open = '' }: MarkdownProps,
  components: Components,
): ReactElement {
  return ReactMarkdown({
    children: source,
    remarkPlugins: [[remarkGfm, { singleTilde: false }], ...(plugins.remark ?? [])],
    rehypePlugins: [limitDepth, [levelHeadings, { open }], directWholes, ...(plugins.rehype ?? [])],
    remarkRehypeOptions: {
      clobberPrefix: idPrefix,
      footnoteLabel: labels.footnotes,
      footnoteLabelTagName: 'h1',
      footnoteBackLabel: labels.back,
    },
    // The elements pass every address through safeUrl.
    urlTransform: (address) => address,
    components,
  });
}

/**
 * Rejects an element tree that is too deep for code that walks it recursively.
 * @throws RangeError (from the returned function)
 */
function limitDepth() {
  return (tree: TreeNode) => {
    let level: TreeNode[] = tree.children ?? [];
    for (let depth = 0; level.length > 0; depth += 1) {
      if (depth > MAX_DEPTH) throw new RangeError('The text is nested too deep');
      level = level.flatMap((node) => node.children ?? []);
    }
  };
}
