import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from '#app/ui/components/Icon.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { ArrowDown, ArrowUp, ArrowUpDown } from '#app/ui/icons/lucide.ts';

interface SortHeadProps {
  /** The address of the page in the order that a press leads to. */
  to: string;
  /** The order of the column; undefined if the table is sorted by another one. */
  order: 'ascending' | 'descending' | undefined;
  /** Numbers stand at the end of their column. */
  align?: 'start' | 'end';
  children: ReactNode;
}

/** The head of a column that sorts its table by a link; its arrow shows the order. */
export function SortHead({ to, order, align = 'end', children }: SortHeadProps) {
  const arrow = order === undefined ? ArrowUpDown : order === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={order}
      className={joinClasses('px-1 py-1 font-medium', align === 'start' ? 'text-start' : 'text-end')}
    >
      <Link
        to={to}
        preventScrollReset
        className={joinClasses(
          'control inline-flex items-center gap-1.5 rounded-control px-3 whitespace-nowrap hover:bg-surface-sunken hover:text-text',
          order && 'text-text',
        )}
      >
        {children}
        <span className={order ? undefined : 'text-text-faint max-sm:hidden'}>
          <Icon of={arrow} />
        </span>
      </Link>
    </th>
  );
}
