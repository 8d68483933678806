import type { ReactNode } from 'react';
import { joinClasses } from '#app/ui/components/join-classes.ts';

/** A column: its name, and whether it holds figures or buttons, which are aligned to the end side. */
export interface Head {
  name: string;
  isFigure?: boolean;
  /** Its name is only for screen readers. */
  isHidden?: boolean;
}

interface DataTableProps {
  /** Subject of the table, for screen readers. */
  caption: string;
  heads: readonly Head[];
  children: ReactNode;
}

interface CellProps {
  /** Name of its column, shown beside the value on a phone; absent for values that need no name. */
  name?: string;
  isFigure?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * Rows under the names of their columns. On a phone each row is a card with the same content in the same
 * order.
 */
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

/** Row of a table; a card on a phone. */
export function Row({ children }: { children: ReactNode }) {
  return (
    <tr className="border-t border-line max-md:flex max-md:flex-col max-md:gap-1.5 max-md:px-4 max-md:py-3 max-md:first:border-t-0">
      {children}
    </tr>
  );
}

/** First cell of a row: its subject. */
export function Lead({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className="px-4 py-2.5 text-start align-top font-normal wrap-anywhere max-md:p-0">
      {children}
    </th>
  );
}

/** Cell of a row; an unknown or missing value is a dash. */
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
