import { useLocation } from '@remix-run/react';
import { List } from '#app/ui/icons/lucide.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#app/ui/components/Icon.tsx';
import type { ChapterEntry } from './chapter-list.ts';
import { ChapterList } from './page/ChapterList.tsx';
import { DocsSearch } from './page/DocsSearch.tsx';

/** The frame of the documents: the search, every chapter, and beside them what is read. */
export function DocsFrame({
  chapters,
  children,
}: {
  chapters: readonly ChapterEntry[];
  children: ReactNode;
}) {
  const { t, i18n } = useTranslation('docs');
  const { pathname } = useLocation();
  return (
    <div className="mx-auto flex w-full max-w-7xl grow flex-col px-4 md:px-6 lg:flex-row lg:gap-10">
      <div className="flex flex-col gap-3 pt-5 lg:sticky lg:top-0 lg:max-h-dvh lg:w-60 lg:shrink-0 lg:self-start lg:overflow-y-auto lg:py-8">
        <DocsSearch />
        {!i18n.language.startsWith('en') && <p className="text-sm text-text-muted">{t('inEnglish')}</p>}
        {/* Anew on each page: it closes when a chapter was chosen. */}
        <details key={pathname} className="rounded-card border border-line bg-surface-raised lg:hidden">
          <summary className="flex control items-center gap-2.5 rounded-card px-3 font-medium">
            <Icon of={List} />
            {t('chapters')}
          </summary>
          <ChapterList chapters={chapters} className="border-t border-line p-2" />
        </details>
        <ChapterList chapters={chapters} className="max-lg:hidden" />
      </div>
      {children}
    </div>
  );
}
