import { Link } from '@remix-run/react';
import { ArrowLeft, ArrowRight } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '#app/ui/components/Icon.tsx';
import { chapterHref, type ChapterEntry } from '../chapter-list.ts';

interface NeighboursProps {
  previous: ChapterEntry | null;
  next: ChapterEntry | null;
}

const CARD =
  'flex min-h-16 flex-1 flex-col justify-center rounded-card border border-line bg-surface-raised px-4 py-3 transition-colors hover:border-line-strong';

/** The chapters before and after this one. */
export function Neighbours({ previous, next }: NeighboursProps) {
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
