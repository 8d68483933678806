import { expect, it } from 'vitest';
import { isId, timeOfId } from '#app/core/platform/ids.ts';
import { treeOf } from './conversation-tree.ts';
import type { SourceConversation, SourceMessage, SourceNode } from './sources/source.ts';

const START = Date.UTC(2025, 0, 1);

const said = (id: string, parentId: string | null, facts: Partial<SourceMessage> = {}): SourceNode => ({
  id,
  parentId,
  message: { isCreatedByUser: true, text: id, createdAt: START, ...facts },
});

const omitted = (id: string, parentId: string | null, thinking = ''): SourceNode => ({
  id,
  parentId,
  message: null,
  omitted: 'tool',
  thinking,
});

const conversation = (nodes: SourceNode[], facts: Partial<SourceConversation> = {}): SourceConversation => ({
  source: 'chatgpt',
  id: 'c',
  title: 'Title',
  createdAt: START,
  updatedAt: null,
  leafId: null,
  isOrdered: true,
  nodes,
  ...facts,
});

/** Each message with the text of its parent. */
const edges = (input: SourceConversation) => {
  const { messages } = treeOf(input, 'me');
  return messages.map(({ text, parent }) => [text, messages[parent]?.text ?? null]);
};

it('gives stable ids with the time of the record, and others to another account', () => {
  const input = conversation([said('a', null, { createdAt: START + 5000 }), said('b', 'a')]);
  const [once, again, other] = [treeOf(input, 'me'), treeOf(input, 'me'), treeOf(input, 'you')];
  expect(again).toEqual(once);
  const ids = [once, other].flatMap(({ id, messages }) => [id, ...messages.map((message) => message.id)]);
  expect(ids.every(isId)).toBe(true);
  expect(new Set(ids).size).toBe(6);
  expect(timeOfId(once.messages[0]!.id).getTime()).toBe(START + 5000);
  expect(timeOfId(once.id).getTime()).toBe(START);
});

it('keeps branches, and puts each message below the next ancestor that has one', () => {
  const nodes = [said('a', null), omitted('t', 'a'), omitted('u', 't'), said('b', 'u'), said('c', 'a')];
  expect(edges(conversation(nodes))).toEqual([
    ['a', null],
    ['b', 'a'],
    ['c', 'a'],
  ]);
  const tree = treeOf(conversation(nodes, { leafId: 'u' }), 'me');
  expect(tree.messages[tree.leaf]!.text).toBe('a');
  expect(tree.omitted).toEqual({ tool: 2 });
});

it('gives thoughts of nodes without a message to the answer below', () => {
  const nodes = [
    said('a', null),
    omitted('t', 'a', 'One.'),
    said('b', 't', { isCreatedByUser: false, thinking: 'Two.' }),
  ];
  expect(treeOf(conversation(nodes), 'me').messages[1]!.thinking).toBe('One.\n\nTwo.');
});

it('sorts by time where its source has no order, each message after its parent', () => {
  const nodes = [
    said('late', 'first', { createdAt: START + 9 }),
    said('early', 'first', { createdAt: START - 9 }),
    said('none', 'early', { createdAt: null }),
    said('first', null),
  ];
  const { messages } = treeOf(conversation(nodes, { isOrdered: false }), 'me');
  expect(messages.map(({ text }) => text)).toEqual(['first', 'early', 'none', 'late']);
  expect(messages[2]!.createdAt).toBe(START);
});

it('makes roots of messages with unknown parents, and cuts cycles', () => {
  const nodes = [
    said('a', 'gone'),
    said('b', 'd'),
    said('c', 'b'),
    said('d', 'c'),
    said('e', 'e'),
    said('a', null),
  ];
  const tree = treeOf(conversation(nodes), 'me');
  expect(tree.messages).toHaveLength(5);
  expect(tree.messages.filter(({ parent }) => parent === -1).map(({ text }) => text)).toEqual([
    'a',
    'c',
    'e',
  ]);
  expect(tree.notes).toEqual({ orphan: 1, cycle: 2 });
  expect(tree.omitted).toEqual({ duplicate: 1 });
});

it('bounds texts, titles and names', () => {
  const tree = treeOf(
    conversation([said('x'.repeat(10_000), null, { text: '😀'.repeat(600_000), model: 'no spaces here' })], {
      title: `a\u0000\n${'b'.repeat(1000)}\ud800`,
      model: 'm'.repeat(200),
    }),
    'me',
  );
  const [message] = tree.messages;
  expect(message!.text.length).toBe(1_000_000);
  expect(message!.model).toBeNull();
  expect(tree.model).toBeNull();
  expect(tree.notes).toEqual({ cut: 1 });
  expect(tree.title.length).toBeLessThanOrEqual(255);
});

it('stores no half of a surrogate pair and no U+0000, and leaves out empty messages', () => {
  const tree = treeOf(
    conversation([said('a', null, { text: 'x\u0000\ud800y' }), said('b', 'a', { text: ' \n' })]),
    'me',
  );
  expect(tree.messages.map(({ text }) => text)).toEqual(['x\ufffd\ufffdy']);
  expect(tree.omitted).toEqual({ empty: 1 });
});

it('keeps a message that was an image alone', () => {
  const tree = treeOf(conversation([said('a', null, { text: '', notes: ['image'] }), said('b', 'a')]), 'me');
  expect(tree.messages.map(({ text }) => text)).toEqual(['[image]', 'b']);
  expect(tree.notes).toEqual({ image: 1 });
});
