import { NavLink } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { chapterHref, DOCS_PATH, PARTS, type ChapterEntry } from '../chapter-list.ts';

const LINK =
  'flex control items-center rounded-control px-3 text-text-muted outline-offset-[-2px] transition-colors hover:bg-surface-sunken hover:text-text aria-[current=page]:bg-surface-sunken aria-[current=page]:font-medium aria-[current=page]:text-text';

interface ChapterListProps {
  chapters: readonly ChapterEntry[];
  className: string;
}

/** Every chapter by its part; the one on show is marked. */
export function ChapterList({ chapters, className }: ChapterListProps) {
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
