import { beforeEach, describe, expect, it } from 'vitest';
import { deleteConversation } from '#app/core/conversations/deletion.ts';
import { trashAllConversations } from '#app/core/conversations/trash/trashed-chats.ts';
import { emptyTrash } from '#app/core/deletion/purge-trash.ts';
import { lockWaiting, readWaitingTexts } from '#app/core/conversations/messages/search-state.ts';
import { editMessageText } from '#app/core/conversations/messages/stored-messages.ts';
import { newId, shortId } from '#app/core/platform/ids.ts';
import { compareNightly, measureIndex, repairIndex } from '#app/core/search/comparison.ts';
import { writeDocuments } from '#app/core/search/documents.ts';
import { findMessages } from '#app/core/search/find-messages.ts';
import { updateIndex } from '#app/core/search/indexing.ts';
import { change, selectCount } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { makeConversation, makeLongBranch, messageMaker } from '#tests/fixtures/conversation.ts';
import { conclude, takeRun } from '#tests/fixtures/hand-worker.ts';
import { indexedTokens, storedTokens } from '#tests/fixtures/search/index-state.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

useUnservedModel();

const running = new AbortController().signal;

let userId: string;

beforeEach(() => {
  userId = newId();
});

async function find(query: string): Promise<string[]> {
  const { messages } = await findMessages({ userId, query });
  return messages.map(({ messageId }) => messageId);
}

describe('the index', () => {
  it('follows edits, and deletions of a chat and of all chats at once', async () => {
    const conversation = await makeConversation(userId);
    const make = messageMaker(conversation);
    const ids = [
      await make({ text: 'a lighthouse' }),
      await make({ text: 'a lighthouse keeper', reply: true }),
    ];
    await updateIndex(running);
    expect(await find('lighthouse')).toEqual(ids.toReversed());

    await editMessageText(
      AUTOCOMMIT,
      { userId, conversationId: conversation.id, messageId: ids[0]! },
      'a windmill',
    );
    expect(await find('lighthouse')).toEqual([ids[1]]);
    await updateIndex(running);
    expect(await find('windmill')).toEqual([ids[0]]);
    expect(await indexedTokens()).toMatchObject({ [ids[0]!]: ['a', 'windmill'] });

    await transaction((tx) => deleteConversation(tx, { userId, conversationId: conversation.id }));
    expect(await find('windmill')).toEqual([]);
    await updateIndex(running);
    expect([await indexedTokens(), await storedTokens()]).toEqual([{}, {}]);

    await makeLongBranch(await makeConversation(userId), 120);
    await makeLongBranch(await makeConversation(newId()), 2);
    await updateIndex(running);
    await transaction((tx) => trashAllConversations(tx, userId));
    await emptyTrash(userId);
    await updateIndex(running);
    expect(Object.keys(await storedTokens())).toHaveLength(2);
    expect(await indexedTokens()).toEqual(await storedTokens());
  });

  it('takes up a reply when it has ended', async () => {
    ({ userId } = await createAccount({ creditMicro: 1_000_000n }));
    const { id } = await admitSend(userId, 'Tell me of whales');
    await updateIndex(running);
    expect(await find('whales')).toHaveLength(1);
    expect((await measureIndex()).backlog).toBe(0);
    await conclude(await takeRun(id, 1), 'Whales are mammals.');
    await updateIndex(running);
    expect(await find('whales')).toHaveLength(2);
    expect(await find('mammals')).toHaveLength(1);
  });

  it('is the same after several workers at once, and after one that was killed', async () => {
    const conversations = await Promise.all([userId, newId(), newId()].map((one) => makeConversation(one)));
    for (const conversation of conversations) await makeLongBranch(conversation, 130);
    const killed = transaction(async (tx) => {
      const [first] = await makeWaiting();
      await lockWaiting(tx, [first!.id]);
      await writeDocuments(tx, [{ ...first!, tokens: ['half'], isCut: false }]);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    await Promise.all([updateIndex(running), updateIndex(running), updateIndex(running)]);
    await updateIndex(running);
    const [written, known] = [await indexedTokens(), await storedTokens()];
    expect(Object.keys(written)).toHaveLength(391);
    expect(written).toEqual(known);
    expect(await find('half')).toEqual([]);
    expect((await measureIndex()).backlog).toBe(0);

    async function makeWaiting() {
      return readWaitingTexts([await messageMaker(await makeConversation(newId()))({ text: 'whole' })]);
    }
  });

  it('is compared with the messages, and repaired', async () => {
    const [lost, changed, gone] = await makeLongBranch(await makeConversation(userId), 3);
    const unfinished = await makeConversation(userId);
    await messageMaker(unfinished)({ reply: true, running: true, text: 'unfinished' });
    await updateIndex(running);
    expect(await repairIndex(null, running)).toBe(0);
    await change(AUTOCOMMIT, 'DELETE FROM search_documents WHERE message_id = UNHEX(REPLACE(?, "-", ""))', [
      lost!,
    ]);
    await change(AUTOCOMMIT, "UPDATE messages SET text = 'a version of before' WHERE id = ?", [changed!]);
    await change(AUTOCOMMIT, 'DELETE FROM messages WHERE id = ?', [gone!]);
    await compareNightly(running);
    expect(await measureIndex()).toEqual({ backlog: 2, differences: 3 });
    await updateIndex(running);
    expect(await find('version')).toEqual([changed]);
    expect(await indexedTokens()).toEqual(await storedTokens());
    expect(await repairIndex(userId, running)).toBe(0);
    await change(AUTOCOMMIT, 'DELETE FROM search_documents');
    await compareNightly(running);
    expect((await measureIndex()).differences).toBe(3);
  });

  it('takes up a message of 200 kB in a thread, and finds its beginning', async () => {
    const make = messageMaker(await makeConversation(userId));
    const words = Array.from({ length: 1500 }, (_, number) => `word${number}`).join(' ');
    const hostile = await make({ text: `${words} ${'x'.repeat(60_000)} ${'漢字仮名'.repeat(15_000)}` });
    const next = await make({ text: 'word9 in a short text' });
    await updateIndex(running);
    expect(await find('word9 ')).toEqual([next, hostile]);
    expect(await find('word1499')).toEqual([hostile]);
    expect((await indexedTokens())[hostile]!.length).toBeLessThanOrEqual(2000);
  });

  it('takes up messages in spite of an error with those of another account', async () => {
    const broken = newId();
    await makeLongBranch(await makeConversation(broken), 2);
    const ids = await makeLongBranch(await makeConversation(userId), 2);
    await change(
      AUTOCOMMIT,
      `CREATE TRIGGER refused BEFORE INSERT ON search_documents FOR EACH ROW
       IF NEW.user_id = ? THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'refused'; END IF`,
      [shortId(broken)],
    );
    try {
      await expect(updateIndex(running)).rejects.toThrow('refused');
      expect(await find('message')).toEqual(ids.toReversed());
      expect((await findMessages({ userId: broken, query: 'message' })).messages).toEqual([]);
    } finally {
      await change(AUTOCOMMIT, 'DROP TRIGGER refused');
    }
    await updateIndex(running);
    expect((await findMessages({ userId: broken, query: 'message' })).messages.length).toBe(2);
  });

  it('takes up the one message of an account before the many of another are done', async () => {
    await makeLongBranch(await makeConversation(userId), 2300);
    const small = newId();
    await makeLongBranch(await makeConversation(small), 1);
    const stop = new AbortController();
    const work = updateIndex(stop.signal);
    const waiting = (of: string) =>
      selectCount(AUTOCOMMIT, 'SELECT COUNT(*) FROM messages WHERE search_state = 0 AND user_id = ?', [of]);
    await expect.poll(() => waiting(small), { interval: 5, timeout: 30_000 }).toBe(0);
    const left = await waiting(userId);
    stop.abort();
    await work;
    expect(left).toBeGreaterThan(1000);
  });
});
