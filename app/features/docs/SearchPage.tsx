import { Link } from '@remix-run/react';
import { SearchX } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { chapterHref } from './chapter-list.ts';
import type { Finding } from './docs-data.ts';

interface SearchPageProps {
  query: string;
  findings: readonly Finding[];
}

/** The results of a search: each passage with its chapter, and the query's words marked. */
export function SearchPage({ query, findings }: SearchPageProps) {
  const { t } = useTranslation('docs');
  return (
    <div className="flex min-w-0 grow flex-col gap-6 py-8 lg:max-w-reading">
      <div className="flex flex-col gap-1.5">
        <h1 className="text-xl font-semibold">{t('search.title')}</h1>
        <p className="text-text-muted" aria-live="polite">
          {query === '' ? t('search.empty') : t('search.found', { total: findings.length, query })}
        </p>
      </div>
      {findings.length > 0 ? (
        <ol lang="en" dir="ltr" className="flex flex-col gap-3">
          {findings.map((finding) => (
            <li key={hrefOf(finding)}>
              <FoundPassage finding={finding} />
            </li>
          ))}
        </ol>
      ) : (
        query !== '' && <EmptyState icon={SearchX} title={t('search.none')} text={t('search.hint')} />
      )}
    </div>
  );
}

function hrefOf({ slug, heading }: Finding): string {
  return chapterHref(slug) + (heading ? `#${heading.id}` : '');
}

function FoundPassage({ finding }: { finding: Finding }) {
  const { chapter, heading, passage } = finding;
  return (
    <Link
      to={hrefOf(finding)}
      className="flex flex-col gap-1 rounded-card border border-line bg-surface-raised px-4 py-3 transition-colors hover:border-line-strong"
    >
      <span className="font-medium">
        {chapter}
        {heading && <span className="text-text-muted">{` › ${heading.text}`}</span>}
      </span>
      <span className="leading-reading text-text-muted wrap-anywhere">
        {passage.map(({ text, isMatch }, index) =>
          isMatch ? (
            <mark key={index} className="rounded-sm bg-accent-soft font-medium text-text">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </span>
    </Link>
  );
}
