import type { ReactNode } from 'react';
import { PageLayout } from './PageLayout.tsx';

interface AuthLayoutProps {
  title: ReactNode;
  /** One line under the title. */
  text?: ReactNode;
  children: ReactNode;
  /** Under the card: the way to the neighbouring page. */
  footer?: ReactNode;
}

/** A page with one form in the middle: sign in, register, reset. */
export function AuthLayout({ title, text, children, footer }: AuthLayoutProps) {
  return (
    <PageLayout className="mx-auto w-full max-w-md justify-center gap-6 px-4 py-8">
      <div className="flex flex-col gap-1.5 text-center">
        <h1 className="text-xl font-semibold">{title}</h1>
        {text && <p className="text-text-muted">{text}</p>}
      </div>
      <div className="flex flex-col gap-4 rounded-panel border border-line bg-surface-raised p-5 md:p-8">
        {children}
      </div>
      {footer && <div className="text-center text-text-muted">{footer}</div>}
    </PageLayout>
  );
}
