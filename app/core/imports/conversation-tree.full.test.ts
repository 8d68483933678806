import { expect, it } from 'vitest';
import { treeOf } from './conversation-tree.ts';
import type { SourceNode } from './sources/source.ts';

/** Each node below the one before it. */
const chainOf = (length: number): SourceNode[] =>
  Array.from({ length }, (_, at) => ({
    id: `m${at}`,
    parentId: at === 0 ? null : `m${at - 1}`,
    message: { isCreatedByUser: at % 2 === 0, text: 'x', createdAt: 1_700_000_000_000 },
  }));

it('stores the first 20,000 of a million messages below each other', () => {
  const tree = treeOf(
    {
      source: 'chatgpt',
      id: 'c',
      title: '',
      createdAt: null,
      updatedAt: null,
      leafId: 'm999999',
      isOrdered: false,
      nodes: chainOf(1_000_000),
    },
    'me',
  );
  expect(tree.messages).toHaveLength(20_000);
  expect(tree.omitted).toEqual({ surplus: 980_000 });
  expect(tree.leaf).toBe(19_999);
});
