import type { HTMLAttributes, ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';

type CardProps = Omit<HTMLAttributes<HTMLElement>, 'title'> & { title?: ReactNode };

/** A raised box for related content. */
export function Card({ title, className, children, ...rest }: CardProps) {
  return (
    <section
      {...rest}
      className={joinClasses('rounded-card border border-line bg-surface-raised p-4 md:p-6', className)}
    >
      {title && <h2 className="mb-4 text-md font-semibold">{title}</h2>}
      {children}
    </section>
  );
}
