import type { ReactNode } from 'react';
import { LanguageMenu } from '../preferences/LanguageMenu.tsx';
import { ThemeMenu } from '../preferences/ThemeMenu.tsx';
import { Offline } from './Offline.tsx';
import { Wordmark } from './Wordmark.tsx';

interface AuthLayoutProps {
  /** `bare`: only the form; `header`: the logo is above the page. */
  frame?: 'bare' | 'header';
  title: ReactNode;
  /** One line below the title. */
  text?: ReactNode;
  children: ReactNode;
  /** Below the card: a link to the related page. */
  footer?: ReactNode;
}

/** A page with one form in the middle: sign in, register, reset. */
export function AuthLayout({ frame = 'header', title, text, children, footer }: AuthLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      {frame === 'header' && (
        <header className="flex h-14 shrink-0 items-center px-3 md:px-5">
          <Wordmark />
        </header>
      )}
      <main className="mx-auto flex w-full max-w-md grow flex-col justify-center gap-6 px-4 py-8">
        <Offline />
        <div className="flex flex-col items-center gap-1.5 text-center">
          {frame === 'bare' && <Wordmark />}
          <h1 className="text-xl font-semibold">{title}</h1>
          {text && <p className="text-text-muted">{text}</p>}
        </div>
        <div className="flex flex-col gap-4 rounded-panel border border-line bg-surface-raised p-5 md:p-8">
          {children}
        </div>
        {footer && <div className="text-center text-text-muted">{footer}</div>}
        <div className="flex justify-center">
          <ThemeMenu align="above" />
          <LanguageMenu align="above" />
        </div>
      </main>
    </div>
  );
}
