import { memo, useEffect, useMemo, useState } from 'react';
import { loadChunk } from '#app/ui/fetch/load-chunk.ts';
import { FormulaStyles } from './FormulaStyles.tsx';
import { openAfter, type OpenHeadings } from './headings.ts';
import type { MarkdownLabels } from './labels.ts';
import { Markdown } from './Markdown.tsx';
import { normaliseMath } from './math-marks.ts';
import { isColourable, loadPlugins, needsOf, NO_PLUGINS } from './plugins.ts';
import { splitBlocks } from './split-blocks.ts';

const Block = memo(Markdown);

interface GrowingMarkdownProps {
  text: string;
  labels: MarkdownLabels;
  idPrefix: string;
}

/** A text that grows: finished blocks stay as they are, only the open one is parsed again. */
export default function GrowingMarkdown({ text, labels, idPrefix }: GrowingMarkdownProps) {
  const source = normaliseMath(text);
  const { math, code } = needsOf(source);
  const plugins = usePlugins(math, code && isColourable(source));
  const blocks = useMemo(() => outlined(splitBlocks(source)), [source]);
  return (
    <>
      {math && <FormulaStyles />}
      {blocks.map(({ block, open }, index) => (
        // Blocks are only ever appended: the index is their identity.
        <Block
          key={index}
          source={block}
          open={open}
          plugins={plugins}
          labels={labels}
          idPrefix={`${idPrefix}-`}
        />
      ))}
    </>
  );
}

/** The blocks of a text, each with the headings before it. */
function outlined(blocks: string[]): { block: string; open: OpenHeadings }[] {
  let open = '';
  return blocks.map((block) => {
    const before = open;
    open = openAfter(block, open);
    return { block, open: before };
  });
}

/** Plain Markdown at once; formulas and colours as soon as their code has arrived. */
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
