import { Form, NavLink, useLocation, useSearchParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { List, Search } from '#app/ui/icons/lucide.ts';
import { chapterHref, DOCS_PATH, PARTS, type ChapterEntry } from './chapter-list.ts';
import { QUERY_MAX } from './search-sections.ts';

const LINK =
  'flex control items-center rounded-control px-3 text-text-muted outline-offset-[-2px] transition-colors hover:bg-surface-sunken hover:text-text aria-[current=page]:bg-surface-sunken aria-[current=page]:font-medium aria-[current=page]:text-text';

interface ChapterListProps {
  chapters: readonly ChapterEntry[];
  className: string;
}

/** The frame of the documentation: search, the list of chapters, and the page itself. */
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
        {/* The key resets it on each page: it closes when a chapter is chosen. */}
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

/** Every chapter, grouped by part; the current one is marked. */
function ChapterList({ chapters, className }: ChapterListProps) {
  const { t } = useTranslation('docs');
  return (
    <nav aria-label={t('chapters')} className={className}>
      <NavLink to={DOCS_PATH} end className={LINK}>
        {t('overview')}
      </NavLink>
      {PARTS.map((part) => (
        <div key={part} className="pt-4">
          <p className="px-3 pb-1 text-xs font-medium text-text-muted">{t(`part.${part}`)}</p>
          <ul lang="en" className="flex flex-col gap-0.5">
            {chapters
              .filter((chapter) => chapter.part === part)
              .map(({ slug, title }) => (
                <li key={slug}>
                  <NavLink to={chapterHref(slug)} className={LINK}>
                    <bdi>{title}</bdi>
                  </NavLink>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** The search form, which requests the page of results. */
function DocsSearch() {
  const { t } = useTranslation('docs');
  const [params] = useSearchParams();
  const query = params.get('q') ?? '';
  return (
    <search>
      <Form action={`${DOCS_PATH}/search`} className="flex items-center gap-1">
        <TextInput
          // The key resets the box for each search, with the current query.
          key={query}
          type="search"
          name="q"
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          defaultValue={query}
          maxLength={QUERY_MAX}
          autoComplete="off"
          className="min-w-0"
        />
        <IconButton type="submit" icon={Search} label={t('search.now')} />
      </Form>
    </search>
  );
}
