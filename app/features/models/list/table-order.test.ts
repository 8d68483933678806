import { describe, expect, it } from 'vitest';
import { ORDER_NAMES } from './list-query.ts';
import { afterPress, COLUMNS, orderOf } from './table-order.ts';

describe('the head of a column', () => {
  it.each([
    ['name', 'featured', 'name'],
    ['name', 'name', '-name'],
    ['name', '-name', 'name'],
    ['context', 'name', '-context'],
    ['context', '-context', 'context'],
    ['speed', 'speed', '-speed'],
  ] as const)('%s leads from the order %s to %s', (column, from, to) => {
    expect(afterPress(column, from)).toBe(to);
  });

  it('shows the order of its own column only', () => {
    expect(orderOf('input', '-input')).toBe('descending');
    expect(orderOf('input', 'input')).toBe('ascending');
    expect(orderOf('input', '-output')).toBeUndefined();
    expect(orderOf('input', 'cheapest')).toBeUndefined();
  });

  it('leads to an order that exists', () => {
    for (const column of COLUMNS) expect(ORDER_NAMES).toEqual(expect.arrayContaining([column, `-${column}`]));
  });
});
