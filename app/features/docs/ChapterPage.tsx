import { useTranslation } from 'react-i18next';
import { chapterHref } from './chapter-list.ts';
import type { ShownChapter } from './docs-data.ts';
import { Blocks } from './page/Blocks.tsx';
import { headingsOf, OnThisPage } from './page/OnThisPage.tsx';
import { Neighbours } from './page/Neighbours.tsx';

/** A chapter to read, with its headings beside it where there is room. */
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
