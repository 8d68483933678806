import { beforeEach, describe, expect, it } from 'vitest';
import { readAudit, recordAudit } from '#app/core/accounts/audit.ts';
import { startSession } from '#app/core/accounts/sessions/session-lifetime.ts';
import { searchUsers } from '#app/core/accounts/user-directory.ts';
import { fetchList } from '#app/core/catalogue/import/list-download.ts';
import { PriceListError } from '#app/core/catalogue/import/price-list.ts';
import { storeImport, returnImport, takeImport } from '#app/core/catalogue/import/pending-import.ts';
import { readPriceList } from '#app/core/catalogue/import/list-formats.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { banAccount, changeRole, endSessionsOf, unbanAccount } from '#app/core/operator/access.ts';
import { adminActor } from '#app/core/operator/act.ts';
import { giveCredit } from '#app/core/operator/credit.ts';
import { newId } from '#app/core/platform/ids.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { emptyTables } from '#tests/setup/database.ts';

const OPERATOR = { actor: 'operator:test' };
const LAST = { code: 'conflict', param: 'role' };
const admin = async () => (await createAccount({ role: 'ADMIN' })).userId;
const trail = async () =>
  (await readAudit(AUTOCOMMIT, { person: null, action: null, before: null })).entries
    .map(({ action }) => action)
    .reverse();

beforeEach(() => emptyTables());

describe('an action', () => {
  it('that changes nothing is not recorded', async () => {
    const { userId } = await createAccount();
    const on = { ...OPERATOR, userId };
    const ban = () => transaction((tx) => banAccount(tx, { ...on, until: null, reason: 'spam' }));
    expect([await ban(), await ban()]).toEqual([true, false]);
    const unban = () => transaction((tx) => unbanAccount(tx, on));
    expect([await unban(), await unban()]).toEqual([true, false]);
    const promote = () => transaction((tx) => changeRole(tx, { ...on, role: 'ADMIN' }));
    expect([await promote(), await promote()]).toEqual([true, false]);
    await startSession(AUTOCOMMIT, { userId, kind: 'browser', userAgent: null, address: null });
    const end = () => transaction((tx) => endSessionsOf(tx, on));
    expect([await end(), await end()]).toEqual([1, 0]);
    expect(await trail()).toEqual(['ban', 'unban', 'make-admin', 'end-sessions']);
  });

  it('that fails leaves no entry, and a failing entry undoes the action', async () => {
    const { userId } = await createAccount();
    const grant = { ...OPERATOR, userId, amountMicro: 5_000_000n, reason: 'why', grantId: newId() };
    const failing = transaction(async (tx) => {
      await giveCredit(tx, grant);
      throw new Error('the connection is gone');
    });
    await expect(failing).rejects.toThrow('the connection is gone');
    expect(await trail()).toEqual([]);
    expect((await readBalance(AUTOCOMMIT, userId)).balanceMicro).toBe(0n);
  });

  it('of granting credit is booked once, however often and concurrently its form is sent', async () => {
    const { userId } = await createAccount();
    const grant = { ...OPERATOR, userId, amountMicro: 5_000_000n, reason: 'why', grantId: newId() };
    const give = () => transaction((tx) => giveCredit(tx, grant));
    const booked = await Promise.all([give(), give(), give()]);
    expect(booked.filter(Boolean)).toHaveLength(1);
    expect((await readBalance(AUTOCOMMIT, userId)).balanceMicro).toBe(5_000_000n);
    expect(await trail()).toEqual(['grant']);
  });

  it.each([0n, -1n, 10_000_000_001n])('grants no credit of %s micro-dollars', async (amountMicro) => {
    const { userId } = await createAccount();
    const grant = { ...OPERATOR, userId, amountMicro, reason: 'why', grantId: newId() };
    await expect(transaction((tx) => giveCredit(tx, grant))).rejects.toThrow(
      'The amount is nothing, or too much at once',
    );
    expect((await readBalance(AUTOCOMMIT, userId)).balanceMicro).toBe(0n);
  });
});

describe('administrators', () => {
  it('cannot ban themselves or remove their own role', async () => {
    const [userId] = [await admin(), await admin()];
    const on = { actor: adminActor(userId), userId };
    const self = { code: 'forbidden', param: 'self' };
    await expect(
      transaction((tx) => banAccount(tx, { ...on, until: null, reason: null })),
    ).rejects.toMatchObject(self);
    await expect(transaction((tx) => changeRole(tx, { ...on, role: 'USER' }))).rejects.toMatchObject(self);
    expect(await trail()).toEqual([]);
  });

  it('cannot all be removed: the last one who is not banned can neither be banned nor demoted', async () => {
    const [one, other] = [await admin(), await admin()];
    await transaction((tx) => banAccount(tx, { ...OPERATOR, userId: other, until: null, reason: null }));
    await expect(
      transaction((tx) => changeRole(tx, { ...OPERATOR, userId: one, role: 'USER' })),
    ).rejects.toMatchObject(LAST);
    await expect(
      transaction((tx) => banAccount(tx, { ...OPERATOR, userId: one, until: null, reason: null })),
    ).rejects.toMatchObject(LAST);
    await transaction((tx) => changeRole(tx, { ...OPERATOR, userId: other, role: 'USER' }));
    expect(await trail()).toEqual(['ban', 'remove-admin']);
  });

  it('who ban each other at once leave one', async () => {
    const [one, other] = [await admin(), await admin()];
    const demote = (by: string, userId: string) =>
      transaction((tx) => changeRole(tx, { actor: adminActor(by), userId, role: 'USER' }));
    const ends = await Promise.allSettled([demote(one, other), demote(other, one)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await trail()).toEqual(['remove-admin']);
  });
});

describe('the search for users', () => {
  const find = async (search: string, limit = 25) => {
    const emails: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof searchUsers>> = await searchUsers(AUTOCOMMIT, {
        search,
        cursor,
        limit,
      });
      expect(page.users.length).toBeLessThanOrEqual(limit);
      emails.push(...page.users.map(({ email }) => email));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return emails;
  };

  it('finds by the beginning of address, username and name, each once, and by id', async () => {
    const { userId } = await createAccount({ email: 'ada@a.test', name: 'Ada L', username: 'adal' });
    await createAccount({ email: 'x@a.test', name: 'Nobody', username: 'ada2' });
    await createAccount({ email: 'y@a.test', name: 'ADA Byron' });
    await createAccount({ email: 'canada@a.test', name: 'Canada' });
    expect(await find('ada')).toEqual(['ada@a.test', 'x@a.test', 'y@a.test']);
    expect(await find('ada', 1)).toEqual(['ada@a.test', 'x@a.test', 'y@a.test']);
    expect(await find(` ${userId.toUpperCase()} `)).toEqual(['ada@a.test']);
    expect(await find('byron')).toEqual([]);
  });

  it('treats wildcards as plain text', async () => {
    await createAccount({ email: 'a_b@a.test', name: '100% Ada' });
    await createAccount({ email: 'axb@a.test', name: '100 Ada' });
    expect(await find('a_b')).toEqual(['a_b@a.test']);
    expect(await find('100%')).toEqual(['a_b@a.test']);
    expect(await find('%')).toEqual([]);
    expect(await find('\\')).toEqual([]);
  });

  it('pages through all of them, the newest first, and through equal names', async () => {
    for (let number = 0; number < 7; number += 1)
      await createAccount({ email: `same-${number}@b.test`, name: 'Ada Same' });
    expect(await find('', 3)).toEqual([6, 5, 4, 3, 2, 1, 0].map((number) => `same-${number}@b.test`));
    expect((await find('ada same', 2)).toSorted()).toHaveLength(7);
    expect(new Set(await find('ada same', 2)).size).toBe(7);
    for (const cursor of ['nonsense', 'W10', Buffer.from('["email",1,2]').toString('base64url')])
      expect((await searchUsers(AUTOCOMMIT, { search: 'ada same', cursor, limit: 2 })).users).toHaveLength(2);
  });
});

it('the audit is listed by user on either side, by action, and page by page', async () => {
  const [one, other] = [await admin(), await admin()];
  await recordAudit(AUTOCOMMIT, { actor: adminActor(one), action: 'ban', subjectId: other });
  await recordAudit(AUTOCOMMIT, { actor: adminActor(other), action: 'unban', subjectId: one });
  await recordAudit(AUTOCOMMIT, { actor: adminActor(one), action: 'grant', subjectId: one });
  await recordAudit(AUTOCOMMIT, {
    actor: 'system:limits',
    action: 'ban',
    subjectId: 'x',
    detail: { a: null },
  });
  const acts = async (filter: Partial<Parameters<typeof readAudit>[1]>) =>
    (await readAudit(AUTOCOMMIT, { person: null, action: null, before: null, ...filter })).entries.map(
      ({ action }) => action,
    );
  expect(await acts({})).toEqual(['ban', 'grant', 'unban', 'ban']);
  expect(await acts({ person: { userId: one } })).toEqual(['grant', 'unban', 'ban']);
  expect(await acts({ person: { userId: one }, action: 'unban' })).toEqual(['unban']);
  expect(await acts({ person: { actor: 'system:limits' } })).toEqual(['ban']);
  const page = await readAudit(AUTOCOMMIT, { person: { userId: one }, action: null, before: null, limit: 2 });
  expect(page.entries).toHaveLength(2);
  expect(await acts({ person: { userId: one }, before: page.nextBefore })).toEqual(['ban']);
});

describe('an imported list', () => {
  it.each([
    'http://prices.example/list.json',
    'https://127.0.0.1/list.json',
    'https://localhost/list.json',
    'https://[::1]/list.json',
    'https://10.0.0.7/list.json',
    'https://user:pass@prices.example/list.json',
    'file:///etc/passwd',
    '/etc/passwd',
  ])('is not read from %s', async (address) => {
    await expect(fetchList(address)).rejects.toBeInstanceOf(PriceListError);
  });

  it('has at most 20,000 prices', () => {
    const price = { prompt: '0.000001', completion: '0.000002' };
    const list = (count: number) =>
      JSON.stringify(Array.from({ length: count }, (_, number) => ({ id: `m${number}`, pricing: price })));
    expect(readPriceList(list(20_000), 'openai').listed).toHaveLength(20_000);
    expect(() => readPriceList(list(20_001), 'openai')).toThrow('more than 20000 prices');
  });

  it('is stored per viewer, given out once, and put back if it could not be applied', async () => {
    const listed = [
      {
        provider: 'openai',
        upstreamModel: 'gpt-x',
        name: 'X',
        contextTokens: 10,
        maxOutputTokens: null,
        rules: [{ when: { promptTokensAbove: 9 }, rates: { input: 12_345_678_901_234_567n } }],
      },
    ];
    const list = { listed, skipped: ['one'] };
    const userId = newId();
    const id = await storeImport(userId, { place: 'pasted', digest: 'd', list });
    expect(await takeImport(newId(), id)).toBeNull();
    expect(await takeImport(userId, newId())).toBeNull();
    const taken = await takeImport(userId, id);
    expect(taken).toEqual({ id, place: 'pasted', digest: 'd', list });
    expect(await takeImport(userId, id)).toBeNull();
    await returnImport(userId, taken!);
    expect(await takeImport(userId, id)).toEqual(taken);
  });
});
