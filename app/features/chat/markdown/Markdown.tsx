import { useMemo } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { markdownElements } from './elements.tsx';
import { levelHeadings, type OpenHeadings } from './headings.ts';
import type { MarkdownLabels } from './labels.ts';
import type { HeavyPlugins } from './plugins.ts';

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

/**
 * A text of a model or a person, safe by construction: raw HTML stays text, addresses pass one gate, and
 * nothing is fetched from another host. The same for stored texts on the server and growing ones in the browser.
 */
export function Markdown({ source, plugins, labels, idPrefix, open = '' }: MarkdownProps) {
  const components = useMemo(() => markdownElements(labels, idPrefix), [labels, idPrefix]);
  return (
    <ReactMarkdown
      remarkPlugins={[[remarkGfm, { singleTilde: false }], ...(plugins.remark ?? [])]}
      rehypePlugins={[[levelHeadings, { open }], ...(plugins.rehype ?? [])]}
      remarkRehypeOptions={{
        clobberPrefix: idPrefix,
        footnoteLabel: labels.footnotes,
        footnoteLabelTagName: 'h1',
        footnoteBackLabel: labels.back,
      }}
      // The elements pass every address through safeUrl.
      urlTransform={(address) => address}
      components={components}
    >
      {source}
    </ReactMarkdown>
  );
}
