import { BookOpen } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { chapterHref, DOCS_PATH, type ChapterEntry } from './chapter-list.ts';

/** Shown for an unknown chapter: similar ones. */
export function MissingChapterPage({ slug, near }: { slug: string; near: readonly ChapterEntry[] }) {
  const { t } = useTranslation('docs');
  return (
    <div className="flex grow flex-col justify-center">
      <h1 className="sr-only">{t('missing.title')}</h1>
      <EmptyState
        icon={BookOpen}
        title={t('missing.title')}
        text={<code className="font-mono break-all">{slug}</code>}
        action={
          <div className="flex flex-col items-center gap-4">
            {near.length > 0 && (
              <>
                <p className="text-text-muted">{t('missing.near')}</p>
                <ul lang="en" className="flex flex-col items-center gap-2">
                  {near.map((one) => (
                    <li key={one.slug}>
                      <TextLink to={chapterHref(one.slug)}>{one.title}</TextLink>
                    </li>
                  ))}
                </ul>
              </>
            )}
            <LinkButton to={DOCS_PATH} variant="primary">
              {t('missing.all')}
            </LinkButton>
          </div>
        }
      />
    </div>
  );
}
