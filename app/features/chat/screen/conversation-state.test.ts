import { expect, it } from 'vitest';
import type { ViewMessage } from '#app/features/chat/thread/view-message.ts';
import { knownBranch } from './conversation-state.ts';

const message = (messageId: string, parentMessageId: string) =>
  ({ messageId, parentMessageId }) as ViewMessage;
const known = (...messages: ViewMessage[]) => new Map(messages.map((one) => [one.messageId, one]));
const ids = (messages: ViewMessage[]) => messages.map((one) => one.messageId).join('');

it('extends the page upwards as far as parents are known', () => {
  const loaded = known(message('a', 'root'), message('b', 'a'), message('c', 'b'));
  expect(ids(knownBranch([message('d', 'c'), message('e', 'd')], loaded))).toBe('abcde');
});

it('stops at a missing parent and leaves out other branches', () => {
  const loaded = known(message('a', 'root'), message('x', 'a'), message('c', 'b'));
  expect(ids(knownBranch([message('d', 'c')], loaded))).toBe('cd');
  expect(ids(knownBranch([message('d', 'gone')], loaded))).toBe('d');
  expect(knownBranch([], loaded)).toEqual([]);
});
