import { beforeEach, describe, expect, it } from 'vitest';
import { ROOT_ID } from '#app/contracts/chat.ts';
import { chooseBranch, readBranch } from '#app/core/conversations/shown-branch.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { newId } from '#app/core/platform/ids.ts';
import type { Conversation } from '#db/models/conversations.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { makeConversation, makeLongBranch, messageMaker } from '#tests/fixtures/conversation.ts';

let userId: string;
let conversation: Conversation;

beforeEach(async () => {
  userId = newId();
  conversation = await makeConversation(userId);
});

async function shown(options: { before?: string; limit?: number } = {}) {
  const fresh = await findConversation(AUTOCOMMIT, { userId, conversationId: conversation.id });
  return readBranch(AUTOCOMMIT, { conversation: fresh, ...options });
}

const choose = (messageId: string) =>
  chooseBranch(AUTOCOMMIT, { userId, conversationId: conversation.id, messageId });

describe('the visible branch', () => {
  it('is empty for a conversation without messages', async () => {
    expect(await shown()).toEqual({ messages: [], hasEarlier: false });
  });

  it('ends with the newest message and counts the siblings of each', async () => {
    const make = messageMaker(conversation);
    const question = await make();
    const first = await make({ reply: true });
    const second = await make({ reply: true, parent: question });
    const third = await make({ reply: true, parent: question });
    const { messages } = await shown();
    expect(messages.map((message) => message.messageId)).toEqual([question, third]);
    expect(messages[0]).toMatchObject({ siblingIndex: 1, siblingCount: 1, parentMessageId: ROOT_ID });
    expect(messages[1]).toMatchObject({
      siblingIndex: 3,
      siblingCount: 3,
      previousSiblingId: second,
      nextSiblingId: null,
    });
    await choose(first);
    expect((await shown()).messages[1]).toMatchObject({
      messageId: first,
      siblingIndex: 1,
      previousSiblingId: null,
      nextSiblingId: second,
    });
  });

  it('keeps the choices below a message while another branch is on show', async () => {
    const make = messageMaker(conversation);
    const left = await make({ text: 'left' });
    const leftReplyA = await make({ reply: true });
    const leftReplyB = await make({ reply: true, parent: left });
    const right = await make({ parent: ROOT_ID, text: 'right' });
    const rightReply = await make({ reply: true });
    expect((await shown()).messages.map((message) => message.messageId)).toEqual([right, rightReply]);

    await choose(leftReplyA);
    await choose(right);
    expect(await choose(left)).toBe(leftReplyA);
    expect((await shown()).messages.map((message) => message.messageId)).toEqual([left, leftReplyA]);
    expect(leftReplyB).not.toBe(leftReplyA);
  });

  it('reads 5,000 messages in pages from the end, without gap or repetition', async () => {
    const ids = await makeLongBranch(conversation, 5000);
    const seen: string[] = [];
    let page = await shown();
    expect(page.messages).toHaveLength(50);
    seen.unshift(...page.messages.map((message) => message.messageId));
    while (page.hasEarlier) {
      page = await shown({ before: seen[0]!, limit: 400 });
      seen.unshift(...page.messages.map((message) => message.messageId));
    }
    expect(seen).toEqual(ids);
  });

  it('finds the end of a branch that is deeper than one statement may go', async () => {
    const ids = await makeLongBranch(conversation, 1800);
    expect(await choose(ids[0]!)).toBe(ids.at(-1));
  });

  it('does not read above, or choose, a message of another conversation or user', async () => {
    const other = await makeConversation(newId());
    const foreign = await messageMaker(other)();
    await messageMaker(conversation)();
    await expect(shown({ before: foreign })).rejects.toMatchObject({ code: 'not_found' });
    await expect(shown({ before: "1' OR '1'='1" })).rejects.toMatchObject({ code: 'not_found' });
    await expect(choose(foreign)).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      chooseBranch(AUTOCOMMIT, { userId, conversationId: other.id, messageId: foreign }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('detects the reply that is still in progress', async () => {
    const make = messageMaker(conversation);
    await make();
    await make({ reply: true, running: true });
    expect((await shown()).messages.map((message) => message.submitting)).toEqual([false, true]);
  });
});
