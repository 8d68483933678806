import { expect, it } from 'vitest';
import { groupDropped } from './sample-route.ts';

const dropped = (model: string, reason: string, detail?: string) => ({
  model,
  reason,
  ...(detail !== undefined && { detail }),
});

it('names models once for each reason, the most frequent reason first, and counts the rest', () => {
  const groups = groupDropped(
    [
      dropped('a', 'capability', 'tools'),
      dropped('b', 'outranked'),
      dropped('b', 'outranked'),
      dropped('c', 'outranked'),
      dropped('d', 'outranked'),
      dropped('e', 'outranked'),
      dropped('f', 'capability', 'json_schema'),
      dropped('f', 'a reason of tomorrow'),
    ],
    (id) => id.toUpperCase(),
  );
  expect(groups).toEqual([
    { reason: 'outranked', lacking: null, names: ['B', 'C', 'D'], more: 1 },
    { reason: 'capability', lacking: 'tools', names: ['A'], more: 0 },
    { reason: 'capability', lacking: 'json_schema', names: ['F'], more: 0 },
    { reason: 'other', lacking: null, names: ['F'], more: 0 },
  ]);
});
