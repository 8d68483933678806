import type { ReactNode } from 'react';
import { Banner } from './Banner.tsx';

interface ErrorStateProps {
  /** What happened. */
  title: ReactNode;
  /** What is kept. */
  text?: ReactNode;
  /** Trying again. */
  action?: ReactNode;
}

/** A list or a panel that could not be shown: what happened, what is kept, try again. */
export function ErrorState({ title, text, action }: ErrorStateProps) {
  return (
    <Banner tone="bad" title={title} action={action}>
      {text && <p className="text-text-muted">{text}</p>}
    </Banner>
  );
}
