import type { ReactNode } from 'react';
import { joinClasses } from '#app/ui/components/join-classes.ts';

/** A column: its name, and whether it holds figures or buttons, which stand at the end side. */
export interface Head {
  name: string;
  isFigure?: boolean;
  /** Its name is only read out. */
  isHidden?: boolean;
}

interface DataTableProps {
  /** What the table is of, read out before it. */
  caption: string;
  heads: readonly Head[];
  children: ReactNode;
}

interface CellProps {
  /** The name of its column, which stands beside it on a phone; none for what explains itself. */
  name?: string;
  isFigure?: boolean;
  className?: string;
  children: ReactNode;
}

/** Rows under the names of their columns. On a phone each row is a card, with the same in the same order. */
export function DataTable({ caption, heads, children }: DataTableProps) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface-raised">
      <table className="w-full">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-sm text-text-muted max-md:sr-only">
          <tr>
            {heads.map(({ name, isFigure = false, isHidden = false }) => (
              <th
                key={name}
                scope="col"
                className={joinClasses(
                  'px-4 py-2.5 font-medium whitespace-nowrap',
                  isFigure ? 'text-end' : 'text-start',
                )}
              >
                {isHidden ? <span className="sr-only">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A line of a table; a card on a phone. */
export function Row({ children }: { children: ReactNode }) {
  return (
    <tr className="border-t border-line max-md:flex max-md:flex-col max-md:gap-1.5 max-md:px-4 max-md:py-3 max-md:first:border-t-0">
      {children}
    </tr>
  );
}

/** What a line is about: its first cell. */
export function Lead({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className="px-4 py-2.5 text-start align-top font-normal wrap-anywhere max-md:p-0">
      {children}
    </th>
  );
}

/** What is not known, or is not there, is a dash. */
export function Cell({ name, isFigure = false, className, children }: CellProps) {
  return (
    <td
      className={joinClasses(
        'px-4 py-2.5 align-top wrap-anywhere max-md:p-0',
        isFigure && 'text-end whitespace-nowrap tabular-nums',
        name !== undefined && 'max-md:flex max-md:justify-between max-md:gap-4 max-md:text-end',
        className,
      )}
    >
      {name !== undefined && (
        <span aria-hidden className="shrink-0 text-text-muted md:hidden">
          {name}
        </span>
      )}
      <div className="min-w-0">
        {children || children === 0 ? children : <span className="text-text-faint">–</span>}
      </div>
    </td>
  );
}
