import { describe, expect, it } from 'vitest';
import { NESTED_MAX } from '#app/contracts/exports/export-options.ts';
import { MessageTree } from './message-tree.ts';

type Link = [position: number, parent: number | null];

function nested(...links: Link[]): string {
  const tree = new MessageTree();
  tree.add(links.map(([position, parent]) => ({ position, parent })));
  return [...tree.nested()].map(({ position, depth }) => `${'-'.repeat(depth)}${position}`).join(' ');
}

describe('a tree of messages', () => {
  it('is empty without messages', () => expect(nested()).toBe(''));

  it('has each message before those below it, siblings in their order', () => {
    expect(nested([1, null], [2, 1], [3, 2], [4, 1], [5, 4], [6, 2], [7, null])).toBe(
      '-1 --2 ---3 ---6 --4 ---5 -7',
    );
  });

  it('has gaps where messages were deleted', () => {
    expect(nested([10, null], [25, 10], [26, 10])).toBe('-10 --25 --26');
  });

  it('has a first message for a parent that is missing, later, or the message itself', () => {
    expect(nested([2, 9], [3, 3], [4, null], [5, 4])).toBe('-2 -3 -4 --5');
  });
});

describe('a deep conversation', () => {
  const deep = (count: number): Link[] =>
    Array.from({ length: count }, (_, index) => [index + 1, index === 0 ? null : index]);

  it('is nested up to a maximum', () => {
    expect(nested(...deep(NESTED_MAX)).split(' ')).toHaveLength(NESTED_MAX);
  });

  it('is refused beyond it with the name of the field, whatever its depth is', () => {
    const tree = new MessageTree();
    const links = deep(100_000).map(([position, parent]) => ({ position, parent }));
    expect(() => tree.add(links)).toThrow(
      expect.objectContaining({ code: 'invalid_request', param: 'order', params: { max: NESTED_MAX } }),
    );
  });
});
