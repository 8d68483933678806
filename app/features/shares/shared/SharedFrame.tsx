import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Offline } from '#app/ui/layout/Offline.tsx';
import { SkipLink } from '#app/ui/layout/SkipLink.tsx';
import { useAppTitle } from '#app/ui/layout/use-app-title.ts';
import { Wordmark } from '#app/ui/layout/Wordmark.tsx';
import { LanguageMenu } from '#app/ui/preferences/LanguageMenu.tsx';
import { ThemeMenu } from '#app/ui/preferences/ThemeMenu.tsx';

interface SharedFrameProps {
  /** Address for reports of abuse; null for none. */
  report: string | null;
  headerEnd?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of a shared chat, the same for visitors and users: it is a page for reading, and loads nothing of
 * the reader's account.
 */
export function SharedFrame({ report, headerEnd, children }: SharedFrameProps) {
  const { t } = useTranslation('shares');
  const title = useAppTitle();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-10 flex h-14 shrink-0 items-center justify-between gap-2 border-b border-line bg-surface px-3 md:px-5 print:static print:border-0 print:bg-transparent">
        <Wordmark />
        <span className="print:hidden">{headerEnd}</span>
      </header>
      <Offline />
      <main id="content" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
      <footer className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-t border-line px-4 py-3 text-sm text-text-muted print:hidden">
        <p>{t('page.footer', { name: title })}</p>
        {report !== null && (
          <a
            href={report}
            rel="noreferrer nofollow"
            className="control inline-flex items-center underline underline-offset-2 hover:text-text"
          >
            {t('page.report')}
          </a>
        )}
        <span className="flex items-center">
          <ThemeMenu align="above" />
          <LanguageMenu align="above" />
        </span>
      </footer>
    </div>
  );
}
