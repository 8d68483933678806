import type { ReactNode } from 'react';
import { joinClasses } from '../components/join-classes.ts';

const WIDTHS = { reading: 'max-w-reading', table: 'max-w-6xl' };

interface PageColumnProps {
  /** A width for text, or a larger one for tables. */
  width?: keyof typeof WIDTHS;
  className?: string;
  children: ReactNode;
}

/** The content of a working page: one column of one of two widths. */
export function PageColumn({ width = 'reading', className, children }: PageColumnProps) {
  return (
    <div
      className={joinClasses(
        'mx-auto flex w-full flex-col gap-6 px-4 py-6 md:px-6 md:py-8',
        WIDTHS[width],
        className,
      )}
    >
      {children}
    </div>
  );
}
