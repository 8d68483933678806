import type { ReactNode } from 'react';
import { joinClasses } from '#app/ui/components/join-classes.ts';

interface SectionProps {
  id?: string;
  title: string;
  text?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A section of the landing page with its heading, at the page's full width. */
export function Section({ id, title, text, className, children }: SectionProps) {
  return (
    <section id={id} className={joinClasses('mx-auto w-full max-w-6xl scroll-mt-4 px-4 md:px-6', className)}>
      <div className="mb-6 max-w-reading">
        <h2 className="text-xl leading-tight font-semibold text-balance">{title}</h2>
        {text && <p className="mt-2 text-md leading-reading text-text-muted">{text}</p>}
      </div>
      <div className="flex flex-col gap-4">{children}</div>
    </section>
  );
}
