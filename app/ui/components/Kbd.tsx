import type { ReactNode } from 'react';

/** A key of the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-block rounded-control border border-line bg-surface-sunken px-1.5 py-0.5 font-mono text-xs text-text-muted">
      {children}
    </kbd>
  );
}
