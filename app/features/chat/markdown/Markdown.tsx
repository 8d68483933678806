import { useMemo, type ReactElement } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { markdownElements } from './elements/elements.tsx';
import type { MarkdownLabels } from './labels.ts';
import { directWholes } from './tree/direction.ts';
import { levelHeadings, type OpenHeadings } from './tree/headings.ts';
import type { HeavyPlugins } from './tree/plugins.ts';

interface MarkdownProps {
  /** Markdown whose formulas stand between double dollars (`normaliseMath`). */
  source: string;
  plugins: HeavyPlugins;
  labels: MarkdownLabels;
  /** Keeps the ids of footnotes apart from those of other messages. */
  idPrefix: string;
  /** The headings before it, when it is a part of a longer text. */
  open?: OpenHeadings;
}

interface TreeNode {
  children?: TreeNode[];
}

/** Elements in each other. Browsers flatten what is deeper than 512, and nobody reads what is deeper than this. */
const MAX_DEPTH = 100;

/**
 * A text of a model or a person, safe by construction: raw HTML stays text, addresses pass one gate, and
 * nothing is fetched from another host. The same for stored texts on the server and growing ones in the browser.
 */
export function Markdown(props: MarkdownProps) {
  return parseMarkdown(props, useElements(props));
}

/** The elements for `parseMarkdown`: the same as long as the labels are, so that nothing on the page is made anew. */
export function useElements({ labels, idPrefix }: Pick<MarkdownProps, 'labels' | 'idPrefix'>): Components {
  return useMemo(() => markdownElements(labels, idPrefix), [labels, idPrefix]);
}

/**
 * Parses at once, and not when React comes to it.
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
 * Refuses a tree of elements that is too deep for those who walk through it.
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
