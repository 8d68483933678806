import { memo, useEffect, useMemo, useState } from 'react';
import { loadChunk } from '#app/ui/fetch/load-chunk.ts';
import { FormulaStyles } from './FormulaStyles.tsx';
import { parseMarkdown, useElements } from './Markdown.tsx';
import { growingBlocks, type GrowingBlock } from './blocks.ts';
import type { MarkdownLabels } from './labels.ts';
import { loadPlugins, NO_PLUGINS, type HeavyPlugins } from './tree/plugins.ts';

interface GrowingMarkdownProps {
  text: string;
  labels: MarkdownLabels;
  idPrefix: string;
}

/** Renders a growing text: finished blocks stay as they are; only the open block is parsed again. */
export default function GrowingMarkdown({ text, labels, idPrefix }: GrowingMarkdownProps) {
  const [blocksOf] = useState(growingBlocks);
  const { blocks, math, code } = blocksOf(text);
  const plugins = usePlugins(math, code);
  return (
    <>
      {math && <FormulaStyles />}
      {blocks.map((block, index) => (
        // Blocks are only appended, so the index is a stable key.
        <Block key={index} {...block} plugins={plugins} labels={labels} idPrefix={`${idPrefix}-`} />
      ))}
    </>
  );
}

type BlockProps = GrowingBlock & { plugins: HeavyPlugins; labels: MarkdownLabels; idPrefix: string };

/**
 * Renders a block. A block that might freeze the tab is plain text with a note; the style sheet shows only
 * the first note.
 */
const Block = memo(function Block({ text, source, open, plugins, labels, idPrefix }: BlockProps) {
  const components = useElements({ labels, idPrefix });
  const formatted = useMemo(() => {
    if (source === null) return null;
    try {
      return parseMarkdown({ source, open, plugins, labels, idPrefix }, components);
    } catch {
      // The text is nested too deep.
      return null;
    }
  }, [source, open, plugins, labels, idPrefix, components]);
  return (
    formatted ?? (
      <>
        <p className="plain-note">{labels.plain}</p>
        <p dir="auto" className="plain-text">
          {text}
        </p>
      </>
    )
  );
});

/** Returns no plugins at first, then those for formulas and highlighting as soon as their code has loaded. */
function usePlugins(math: boolean, code: boolean) {
  const [plugins, setPlugins] = useState(NO_PLUGINS);
  useEffect(() => {
    let gone = false;
    const load = async () => {
      const loaded = await loadChunk(() => loadPlugins({ math, code }));
      if (loaded && !gone) setPlugins(loaded);
    };
    void load();
    return () => {
      gone = true;
    };
  }, [math, code]);
  return plugins;
}
