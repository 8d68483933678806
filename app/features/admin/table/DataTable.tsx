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
