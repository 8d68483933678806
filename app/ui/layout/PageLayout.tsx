import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '../preferences/LanguageMenu.tsx';
import { ThemeMenu } from '../preferences/ThemeMenu.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { Offline } from './Offline.tsx';
import { SkipLink } from './SkipLink.tsx';
import { Wordmark } from './Wordmark.tsx';

interface PageLayoutProps {
  /** The page is shown to nobody but who is signed in: their menu stands beside those of theme and language. */
  isOwn?: boolean;
  /** `header`: nothing below the content. */
  frame?: 'header' | 'header-and-footer';
  /** Classes of the content: its width and its room. */
  className: string;
  children: ReactNode;
}

/** A page outside of the chat: mark, theme and language above, terms and privacy below. */
export function PageLayout({
  isOwn = false,
  frame = 'header-and-footer',
  className,
  children,
}: PageLayoutProps) {
  const { t } = useTranslation();
  const link = 'control inline-flex items-center rounded-control hover:text-text hover:underline';
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="flex h-14 shrink-0 items-center justify-between gap-2 px-3 md:px-5 print:hidden">
        <Wordmark />
        <div className="flex items-center">
          <ThemeMenu />
          <LanguageMenu />
          {isOwn && <AccountMenu />}
        </div>
      </header>
      <Offline />
      <main id="content" tabIndex={-1} className={`flex grow flex-col outline-none ${className}`}>
        {children}
      </main>
      {frame === 'header-and-footer' && (
        <footer className="flex justify-center gap-5 px-4 py-2 text-sm text-text-muted print:hidden">
          <Link to="/terms" className={link}>
            {t('terms')}
          </Link>
          <Link to="/privacy" className={link}>
            {t('privacy')}
          </Link>
        </footer>
      )}
    </div>
  );
}
