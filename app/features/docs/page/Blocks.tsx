import { useTranslation } from 'react-i18next';
import { Code, CodeTabs, type CodeTab } from '#app/ui/components/code/CodeTabs.tsx';
import type { ShownBlock } from '../docs-data.ts';

/** What a chapter says, piece by piece. */
export function Blocks({ blocks }: { blocks: readonly ShownBlock[] }) {
  return blocks.map((block, index) => <Block key={index} block={block} />);
}

function Block({ block }: { block: ShownBlock }) {
  const { t } = useTranslation('docs');
  if (block.kind === 'text')
    return <div className="markdown" dangerouslySetInnerHTML={{ __html: block.html }} />;
  if (block.kind === 'code') return <Samples tabs={block.tabs} />;
  const { level, id, text, html } = block;
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <Heading id={id} className="docs-heading group/heading">
      <span dangerouslySetInnerHTML={{ __html: html }} />
      <a href={`#${id}`} className="docs-anchor" aria-label={t('anchor', { heading: text })}>
        #
      </a>
    </Heading>
  );
}

function Samples({ tabs }: { tabs: readonly CodeTab[] }) {
  const { t } = useTranslation('docs');
  const labels = { language: t('code.language'), copy: t('code.copy') };
  const [first] = tabs;
  if (tabs.length > 1) return <CodeTabs tabs={tabs} labels={labels} />;
  return (
    first && (
      <div className="relative overflow-hidden rounded-card border border-line bg-surface-raised">
        <Code tab={first} label={labels.copy} />
      </div>
    )
  );
}
