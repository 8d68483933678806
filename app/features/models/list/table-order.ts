import type { Order } from './list-query.ts';

/** The columns that the table can be sorted by, in display order. */
export const COLUMNS = ['name', 'input', 'output', 'context', 'speed'] as const;
export type Column = (typeof COLUMNS)[number];

/** The columns of which the highest values are sought first. */
const HIGHEST_FIRST: readonly Column[] = ['context', 'speed'];

/** The order of a column's values while the list has an order; undefined if it is sorted by another one. */
export function orderOf(column: Column, order: Order): 'ascending' | 'descending' | undefined {
  if (order === column) return 'ascending';
  return order === `-${column}` ? 'descending' : undefined;
}

/** The order after a press on the head of a column: the useful direction first, then the other one. */
export function afterPress(column: Column, order: Order): Order {
  const [first, second] = HIGHEST_FIRST.includes(column)
    ? ([`-${column}`, column] as const)
    : ([column, `-${column}`] as const);
  return order === first ? second : first;
}
