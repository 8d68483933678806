import { describe, expect, it } from 'vitest';
import { TEXT_MAX } from '#app/contracts/chat.ts';
import { readAncestors } from '#app/core/conversations/ancestors.ts';
import { readBranch } from '#app/core/conversations/shown-branch.ts';
import { saveDraft } from '#app/core/conversations/drafts.ts';
import { editMessageText, listMessages } from '#app/core/conversations/messages/stored-messages.ts';
import { renameConversation } from '#app/core/conversations/title.ts';
import { newId } from '#app/core/platform/ids.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { makeConversation, messageMaker } from '#tests/fixtures/conversation.ts';

const MEGABYTE = 1024 * 1024;
/** A page plus the message that exceeds it. */
const MAX_BYTES = 5 * MEGABYTE;

async function longTexts() {
  const conversation = await makeConversation(newId());
  const make = messageMaker(conversation);
  const ids: string[] = [];
  // Three bytes per character: the sent bytes count.
  for (let at = 0; at < 12; at += 1)
    ids.push(await make({ reply: at % 2 === 1, text: '語'.repeat(MEGABYTE / 3) }));
  return { conversation, ids };
}

const bytesOf = (messages: { text: string }[]) =>
  messages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

describe('messages of a megabyte each', () => {
  it('are listed in pages of bounded size, each once', async () => {
    const { conversation, ids } = await longTexts();
    const seen: string[] = [];
    let pages = 0;
    for (let after: number | null = 0; after !== null; pages += 1) {
      const page: Awaited<ReturnType<typeof listMessages>> = await listMessages(AUTOCOMMIT, {
        conversationId: conversation.id,
        after,
        limit: 50,
      });
      expect(bytesOf(page.messages)).toBeLessThanOrEqual(MAX_BYTES);
      seen.push(...page.messages.map(({ messageId }) => messageId));
      after = page.next;
    }
    expect(seen).toEqual(ids);
    expect(pages).toBeGreaterThan(2);
  });

  it('are shown as a branch in pages of bounded size', async () => {
    const { conversation, ids } = await longTexts();
    const place = { id: conversation.id, leafId: ids.at(-1)! };
    const seen: string[] = [];
    for (let before: string | null = null, more = true; more;) {
      const page = await readBranch(AUTOCOMMIT, { conversation: place, before });
      expect(bytesOf(page.messages)).toBeLessThanOrEqual(MAX_BYTES);
      seen.unshift(...page.messages.map(({ messageId }) => messageId));
      before = seen[0]!;
      more = page.hasEarlier;
    }
    expect(seen).toEqual(ids);
  });

  it('are walked from the last to the first', async () => {
    const { conversation, ids } = await longTexts();
    const seen: string[] = [];
    for await (const { id } of readAncestors(AUTOCOMMIT, conversation.id, ids.at(-1)!)) seen.unshift(id);
    expect(seen).toEqual(ids);
  });
});

describe('text that is stored without being sent', () => {
  it('is refused by its field when it is too long', async () => {
    const conversation = await makeConversation(newId());
    const messageId = await messageMaker(conversation)();
    const { userId, id: conversationId } = conversation;
    const long = 'x'.repeat(TEXT_MAX + 1);
    const refusals = [
      editMessageText(AUTOCOMMIT, { userId, conversationId, messageId }, long),
      saveDraft(AUTOCOMMIT, { userId, conversationKey: 'new' }, long),
    ];
    for (const refusal of refusals)
      await expect(refusal).rejects.toMatchObject({
        code: 'invalid_request',
        param: 'text',
        message: expect.stringContaining('at most 1000000 characters'),
      });
    await expect(
      renameConversation(AUTOCOMMIT, { userId, conversationId, title: 'x'.repeat(256) }),
    ).rejects.toMatchObject({ param: 'title', message: expect.stringContaining('255') });
  });
});
