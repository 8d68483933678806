import type { ReactNode } from 'react';
import { LanguageMenu } from '../preferences/LanguageMenu.tsx';
import { ThemeMenu } from '../preferences/ThemeMenu.tsx';
import { Offline } from './Offline.tsx';
import { PageLayout } from './PageLayout.tsx';
import { Wordmark } from './Wordmark.tsx';

interface AuthLayoutProps {
  /** `bare`: the form alone, without header and footer. */
  frame?: 'bare' | 'header';
  title: ReactNode;
  /** One line under the title. */
  text?: ReactNode;
  children: ReactNode;
  /** Under the card: the way to the neighbouring page. */
  footer?: ReactNode;
}

const COLUMN = 'mx-auto w-full max-w-md justify-center gap-6 px-4 py-8';

/** A page with one form in the middle: sign in, register, reset. */
export function AuthLayout({ frame = 'header', title, text, children, footer }: AuthLayoutProps) {
  const content = (
    <>
      <div className="flex flex-col items-center gap-1.5 text-center">
        {frame === 'bare' && <Wordmark />}
        <h1 className="text-xl font-semibold">{title}</h1>
        {text && <p className="text-text-muted">{text}</p>}
      </div>
      <div className="flex flex-col gap-4 rounded-panel border border-line bg-surface-raised p-5 md:p-8">
        {children}
      </div>
      {footer && <div className="text-center text-text-muted">{footer}</div>}
    </>
  );
  if (frame === 'header')
    return (
      <PageLayout frame="header" className={COLUMN}>
        {content}
      </PageLayout>
    );
  return (
    <main className={`flex min-h-dvh flex-col ${COLUMN}`}>
      <Offline />
      {content}
      <div className="flex justify-center">
        <ThemeMenu align="above" />
        <LanguageMenu align="above" />
      </div>
    </main>
  );
}
