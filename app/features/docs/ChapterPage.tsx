import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Code, CodeTabs, type CodeTab } from '#app/ui/components/code/CodeTabs.tsx';
import { ArrowLeft, ArrowRight } from '#app/ui/icons/lucide.ts';
import { chapterHref, type ChapterEntry } from './chapter-list.ts';
import type { ShownBlock, ShownChapter } from './docs-data.ts';

/** Above this number, only second-level headings are listed. */
const MAX_LISTED = 14;

type Heading = Extract<ShownBlock, { kind: 'heading' }>;

interface NeighboursProps {
  previous: ChapterEntry | null;
  next: ChapterEntry | null;
}

const CARD =
  'flex min-h-16 flex-1 flex-col justify-center rounded-card border border-line bg-surface-raised px-4 py-3 transition-colors hover:border-line-strong';

/** The page of a chapter, with its headings beside it if there is room. */
export function ChapterPage({ chapter }: { chapter: ShownChapter }) {
  const { t, i18n } = useTranslation('docs');
  const headings = headingsOf(chapter.blocks);
  return (
    <>
      <div className="flex min-w-0 grow flex-col gap-8 py-8 lg:max-w-reading">
        <article lang="en" dir="ltr" className="docs-text flex min-w-0 flex-col gap-4">
          <header className="flex flex-col gap-2 pb-2">
            <h1 className="text-2xl leading-tight font-semibold text-balance">{chapter.title}</h1>
            <p className="text-md leading-reading text-text-muted">{chapter.description}</p>
          </header>
          {headings.length > 1 && (
            <details
              key={chapter.slug}
              lang={i18n.language}
              dir={i18n.dir()}
              className="rounded-card border border-line bg-surface-raised xl:hidden"
            >
              <summary className="flex control items-center rounded-card px-3 text-text-muted">
                {t('onThisPage')}
              </summary>
              <div className="border-t border-line px-3 py-2">
                <OnThisPage headings={headings} />
              </div>
            </details>
          )}
          <Blocks blocks={chapter.blocks} />
        </article>
        <Neighbours previous={chapter.previous} next={chapter.next} />
        <p className="text-sm text-text-muted">
          <a href={`${chapterHref(chapter.slug)}.md`} className="text-accent underline underline-offset-4">
            {t('asMarkdown')}
          </a>
        </p>
      </div>
      {headings.length > 1 && (
        <aside className="hidden w-48 shrink-0 self-start py-8 xl:sticky xl:top-0 xl:block xl:max-h-dvh xl:overflow-y-auto">
          <p className="pb-1 text-xs font-medium text-text-muted">{t('onThisPage')}</p>
          <OnThisPage headings={headings} />
        </aside>
      )}
    </>
  );
}

/** The headings that a page lists. */
function headingsOf(blocks: readonly ShownBlock[]): Heading[] {
  const all = blocks.filter((block) => block.kind === 'heading');
  return all.length > MAX_LISTED ? all.filter(({ level }) => level === 2) : all;
}

/** Links to the headings of the page. */
function OnThisPage({ headings }: { headings: readonly Heading[] }) {
  const { t } = useTranslation('docs');
  return (
    <nav aria-label={t('onThisPage')}>
      <ul lang="en" className="flex flex-col">
        {headings.map(({ id, text, level }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={`flex control items-center rounded-control py-1 text-sm text-text-muted hover:text-text hover:underline ${level === 3 ? 'ps-3' : ''}`}
            >
              <bdi>{text}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The content of a chapter, block by block. */
function Blocks({ blocks }: { blocks: readonly ShownBlock[] }) {
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

/** Links to the previous and the next chapter. */
function Neighbours({ previous, next }: NeighboursProps) {
  const { t } = useTranslation('docs');
  return (
    <nav aria-label={t('neighbours')} className="flex gap-3 max-sm:flex-col">
      {previous && (
        <Link to={chapterHref(previous.slug)} rel="prev" className={CARD}>
          <span className="flex items-center gap-1.5 text-sm text-text-muted">
            <Icon of={ArrowLeft} size={16} mirror />
            {t('previous')}
          </span>
          <bdi lang="en" className="font-medium">
            {previous.title}
          </bdi>
        </Link>
      )}
      {next && (
        <Link to={chapterHref(next.slug)} rel="next" className={`${CARD} items-end text-end`}>
          <span className="flex items-center gap-1.5 text-sm text-text-muted">
            {t('next')}
            <Icon of={ArrowRight} size={16} mirror />
          </span>
          <bdi lang="en" className="font-medium">
            {next.title}
          </bdi>
        </Link>
      )}
    </nav>
  );
}
