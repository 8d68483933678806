import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { afterTab, SECTIONS, viewHref, type DetailView } from './detail-query.ts';

/** Which part of the page is shown: none chosen is all, and the one on show leads back to that. */
export function SectionTabs({ id, view }: { id: string; view: DetailView }) {
  const { t } = useTranslation('models');
  return (
    <nav aria-label={t('section.label')} className="flex gap-1 overflow-x-auto border-b border-line">
      {SECTIONS.map((section) => (
        <Link
          key={section}
          to={viewHref(id, afterTab(view, section))}
          preventScrollReset
          aria-current={view.section === section ? 'true' : undefined}
          className="control inline-flex items-center border-b-2 border-transparent px-3 text-text-muted transition-colors hover:text-text aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-text"
        >
          {t(`section.${section}`)}
        </Link>
      ))}
    </nav>
  );
}
