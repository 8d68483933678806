import { expect, it } from 'vitest';
import { countBranch, readAncestors } from '#app/core/conversations/ancestors.ts';
import { newId } from '#app/core/platform/ids.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Transaction } from '#db/transaction.ts';
import { makeConversation, makeLongBranch, messageMaker } from '#tests/fixtures/conversation.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

/** The sum of some counters of this connection. */
async function countedBy(tx: Transaction, names: string): Promise<number> {
  const rows = await selectRows<{ Value: string }>(tx, 'SHOW SESSION STATUS LIKE ?', [names]);
  return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
}

/** The number of rows that this connection has read so far. */
const rowsRead = (tx: Transaction) => countedBy(tx, 'Handler_read%');

/** The ids of a branch from a message upwards, and the number of rows read for it. */
async function walk(conversationId: string, messageId: string): Promise<{ ids: string[]; read: number }> {
  return transaction(async (tx) => {
    const before = await rowsRead(tx);
    const ids: string[] = [];
    for await (const { id } of readAncestors(tx, conversationId, messageId)) ids.push(id);
    return { ids, read: (await rowsRead(tx)) - before };
  });
}

it('reads a long branch from its end to its beginning', async () => {
  const conversation = await makeConversation(newId());
  const ids = await makeLongBranch(conversation, 230);
  expect((await walk(conversation.id, ids.at(-1)!)).ids).toEqual(ids.toReversed());
  expect((await walk(conversation.id, ids[120]!)).ids).toEqual(ids.slice(0, 121).toReversed());
});

it('reads three thousand short messages in few statements', async () => {
  const conversation = await makeConversation(newId());
  const ids = await makeLongBranch(conversation, 3000);
  await transaction(async (tx) => {
    const before = await countedBy(tx, 'Questions');
    let count = 0;
    for await (const { text } of readAncestors(tx, conversation.id, ids.at(-1)!))
      count += text === '' ? 0 : 1;
    expect(count).toBe(3000);
    // Nine pages, and the two statements that count.
    expect((await countedBy(tx, 'Questions')) - before).toBeLessThan(12);
  });
});

it('reads texts that are far longer than those of the page before', async () => {
  const conversation = await makeConversation(newId());
  const textOf = (number: number) => `${number} ${'語'.repeat(number % 7 === 0 ? 9000 : 1)}`;
  const ids = await makeLongBranch(conversation, 140, (number) => (number > 80 ? 'Short' : textOf(number)));
  const texts: string[] = [];
  for await (const { text } of readAncestors(AUTOCOMMIT, conversation.id, ids.at(-1)!)) texts.unshift(text);
  expect(texts.slice(0, 80)).toEqual(Array.from({ length: 80 }, (_, index) => textOf(index + 1)));
});

it('skips the messages of other branches, however many there are', async () => {
  const conversation = await makeConversation(newId());
  const make = messageMaker(conversation);
  const question = await make();
  const answer = await make({ reply: true });
  for (let turn = 0; turn < (IS_FULL ? 400 : 200); turn += 1) await make({ reply: turn % 2 === 1 });
  const edited = await make({ parent: answer });
  const { ids, read } = await walk(conversation.id, edited);
  expect(ids).toEqual([edited, answer, question]);
  expect(read).toBeLessThan(150);
  expect(await countBranch(AUTOCOMMIT, conversation.id, edited)).toBe(3);
});

it('reads nothing of a message that does not exist, or is in another conversation', async () => {
  const conversation = await makeConversation(newId());
  const elsewhere = await messageMaker(await makeConversation(newId()))();
  await makeLongBranch(conversation, 3);
  expect((await walk(conversation.id, newId())).ids).toEqual([]);
  expect((await walk(conversation.id, elsewhere)).ids).toEqual([]);
});

it('counts a branch that is longer than a page', async () => {
  const conversation = await makeConversation(newId());
  const ids = await makeLongBranch(conversation, 4100);
  expect(await countBranch(AUTOCOMMIT, conversation.id, ids.at(-1)!)).toBe(4100);
  expect(await countBranch(AUTOCOMMIT, conversation.id, ids[9]!)).toBe(10);
});
