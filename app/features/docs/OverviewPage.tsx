import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { KEY_VARIABLE } from '#app/contracts/code-samples.ts';
import { CodeTabs, type CodeTab } from '#app/ui/components/code/CodeTabs.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { chapterHref, PARTS, type ChapterEntry } from './chapter-list.ts';

interface OverviewPageProps {
  chapters: readonly ChapterEntry[];
  /** The first call. */
  tabs: readonly CodeTab[];
}

/** The start page of the documentation: one call, and a description of each chapter. */
export function OverviewPage({ chapters, tabs }: OverviewPageProps) {
  const { t } = useTranslation('docs');
  return (
    <div className="flex min-w-0 grow flex-col gap-10 py-8">
      <header className="flex max-w-reading flex-col gap-2">
        <h1 className="text-2xl leading-tight font-semibold">{t('title')}</h1>
        <p className="text-md leading-reading text-text-muted">{t('lead')}</p>
      </header>
      <section aria-labelledby="first-call" className="flex max-w-reading flex-col gap-4">
        <h2 id="first-call" className="text-lg font-semibold">
          {t('first.title')}
        </h2>
        <p className="leading-reading text-text-muted">
          {t('first.text', { variable: KEY_VARIABLE })} <TextLink to="/keys">{t('first.keys')}</TextLink>
        </p>
        <CodeTabs tabs={tabs} labels={{ language: t('code.language'), copy: t('code.copy') }} />
      </section>
      {PARTS.map((part) => (
        <section key={part} aria-labelledby={`part-${part}`} className="flex flex-col gap-4">
          <h2 id={`part-${part}`} className="text-lg font-semibold">
            {t(`part.${part}`)}
          </h2>
          <ul lang="en" dir="ltr" className="grid gap-3 sm:grid-cols-2">
            {chapters
              .filter((chapter) => chapter.part === part)
              .map(({ slug, title, description }) => (
                <li key={slug}>
                  <Link
                    to={chapterHref(slug)}
                    className="flex h-full flex-col gap-1 rounded-card border border-line bg-surface-raised px-4 py-3 transition-colors hover:border-line-strong"
                  >
                    <span className="font-medium">{title}</span>
                    <span className="leading-reading text-text-muted">{description}</span>
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
