import { beforeEach, describe, expect, it } from 'vitest';
import { listChats } from '#app/core/generation/report/chats.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Tx } from '#db/transaction.ts';
import { makePastCalls } from '#tests/fixtures/past-calls.ts';
import { emptyTables } from '#tests/setup/database.ts';

const NOW = Date.parse('2026-11-29T12:00:00Z');

beforeEach(emptyTables);

/** Ended requests of chats, a second apart, the last one now: `abab` are two requests each of a and b. */
async function chatsOf(userId: string, order: string): Promise<string[]> {
  const ids = await makePastCalls({ userId, count: order.length, target: 'message', until: new Date(NOW) });
  await Promise.all(
    [...new Set(order)].map((chat) =>
      change(AUTOCOMMIT, 'UPDATE generations SET conversation_id = ? WHERE id IN (?)', [
        chatId(chat),
        ids.filter((_, index) => order[index] === chat),
      ]),
    ),
  );
  return ids;
}

const chatId = (chat: string) => `00000000-0000-7000-8000-00000000000${chat}`;

/** All pages: the chats of each, by their letters, with requests and cost. */
async function pagesOf(userId: string, sizes: Parameters<typeof listChats>[2]): Promise<string[][]> {
  const pages: string[][] = [];
  let until: string | undefined;
  do {
    const { chats, older } = await listChats(AUTOCOMMIT, { userId, until }, sizes);
    pages.push(
      chats.map(
        ({ conversationId, requests, costMicro }) => `${conversationId.at(-1)} ${requests} ${costMicro}`,
      ),
    );
    until = older ?? undefined;
  } while (until !== undefined && pages.length < 50);
  return pages;
}

describe('the list of chats', () => {
  it('has each with the sum of its requests, the last used first', async () => {
    const userId = newId();
    await chatsOf(userId, 'abbac');
    await makePastCalls({ userId, count: 3 });
    await makePastCalls({ userId, count: 2, target: 'title' });
    const { chats, older } = await listChats(AUTOCOMMIT, { userId });
    expect(chats).toEqual([
      {
        conversationId: chatId('c'),
        title: null,
        requests: 1,
        costMicro: '15',
        lastAt: '2026-11-29T12:00:00.000Z',
      },
      {
        conversationId: chatId('a'),
        title: null,
        requests: 2,
        costMicro: '15',
        lastAt: '2026-11-29T11:59:59.000Z',
      },
      {
        conversationId: chatId('b'),
        title: null,
        requests: 2,
        costMicro: '15',
        lastAt: '2026-11-29T11:59:58.000Z',
      },
    ]);
    expect(older).toBeNull();
  });

  it('counts requests in progress, whose cost is not known', async () => {
    const userId = newId();
    const [running] = await chatsOf(userId, 'aa');
    await change(AUTOCOMMIT, "UPDATE generations SET state = 'running', charged_micro = NULL WHERE id = ?", [
      running!,
    ]);
    expect((await listChats(AUTOCOMMIT, { userId })).chats).toMatchObject([{ requests: 2, costMicro: '6' }]);
  });

  it('is of one user, model and period', async () => {
    const userId = newId();
    await chatsOf(newId(), 'aaa');
    await chatsOf(userId, 'bcc');
    const list = async (filter: object) =>
      (await listChats(AUTOCOMMIT, { userId, ...filter })).chats.map(({ conversationId, requests }) => [
        conversationId.at(-1),
        requests,
      ]);
    expect(await list({})).toEqual([
      ['c', 2],
      ['b', 1],
    ]);
    expect(await list({ model: 'maker/model-3' })).toEqual([['c', 1]]);
    expect(await list({ since: new Date(NOW) })).toEqual([['c', 1]]);
    expect(await list({ keyId: newId() })).toEqual([]);
  });

  const ORDERS = ['abcdefgh', 'aabbccdd', 'abcabcabcabc', 'abbbbbbbba', 'hgfaedcaabah', 'abababcdcdcdabcd'];
  const SIZES = [
    { page: 2, searched: 3, groups: 1 },
    { page: 2, searched: 100, groups: 2 },
    { page: 3, searched: 4, groups: 4 },
    { page: 1, searched: 2, groups: 1 },
  ];
  it.each(ORDERS.flatMap((order) => SIZES.map((sizes) => [order, sizes] as const)))(
    'has each chat on one page with all requests: %s %o',
    async (order, sizes) => {
      const userId = newId();
      await chatsOf(userId, order);
      const shown = (await pagesOf(userId, sizes)).flat();
      const wanted = [...new Set(order.split('').toReversed())].map((chat) => {
        const numbers = order.split('').flatMap((one, index) => (one === chat ? [index + 1] : []));
        return `${chat} ${numbers.length} ${numbers.reduce((sum, number) => sum + 3 * number, 0)}`;
      });
      expect(shown).toEqual(wanted);
    },
  );

  it('reads a limited number of calls, however many there are', async () => {
    const [some, many] = [newId(), newId()];
    for (const [userId, count] of [
      [some, 60],
      [many, 3000],
    ] as const) {
      await makePastCalls({ userId, count, until: new Date(NOW - 100_000) });
      await chatsOf(userId, 'abcdefghij');
    }
    await change(AUTOCOMMIT, 'ANALYZE TABLE generations');
    const sizes = { page: 5, searched: 40, groups: 2 };
    const costOf = (userId: string) =>
      transaction(async (tx) => {
        const before = await readSoFar(tx);
        const nothing = (await readSoFar(tx)) - before;
        await listChats(tx, { userId }, sizes);
        return (await readSoFar(tx)) - before - 2 * nothing;
      });
    expect(await costOf(many)).toBe(await costOf(some));
    // Control: entries are counted.
    expect(await costOf(many)).toBeGreaterThan(sizes.searched);
  });
});

/** The number of entries of tables and indexes that the connection of a transaction has read so far. */
async function readSoFar(tx: Tx): Promise<number> {
  const counters = await selectRows<{ Value: string }>(tx, "SHOW SESSION STATUS LIKE 'Handler_read%'");
  return counters.reduce((sum, { Value }) => sum + Number(Value), 0);
}
