import { beforeEach, describe, expect, it } from 'vitest';
import { findCaller } from '#app/core/accounts/sessions/caller.ts';
import { startSession } from '#app/core/accounts/sessions/session-lifetime.ts';
import { createUser, findUserByEmail } from '#app/core/accounts/user.ts';
import { findApiKey } from '#app/core/api-keys/live-keys.ts';
import { createApiKey } from '#app/core/api-keys/lifecycle.ts';
import { deleteAccount } from '#app/core/deletion/account-deletion.ts';
import { redis } from '#app/core/platform/redis.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount, createAccountWithPassword } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { moneyOf } from '#tests/fixtures/ledger-sums.ts';
import { emptyTables } from '#tests/setup/database.ts';

beforeEach(async () => {
  await emptyTables();
  await redis().flushDb();
});

const session = (userId: string) =>
  startSession(AUTOCOMMIT, { userId, kind: 'browser', userAgent: null, address: null });
const userRow = (id: string) =>
  selectRow<Record<string, unknown>>(AUTOCOMMIT, 'SELECT * FROM users WHERE id = ?', [id]);
const audited = () =>
  selectRows(AUTOCOMMIT, `SELECT actor, detail FROM audit_entries WHERE action = 'delete-account'`);
const jobs = () =>
  selectRows<{ job: string; subject: string }>(AUTOCOMMIT, 'SELECT job, subject FROM follow_ups');

describe('deleting an account', () => {
  it('revokes all access in one commit, and writes the job that erases the rest', async () => {
    const { userId, email } = await createAccountWithPassword({ username: 'ada', creditMicro: 500n });
    const [sessionId, key] = [await session(userId), await addKey(userId)];
    expect((await findApiKey(key.value)).user.id).toBe(userId);
    await deleteAccount(userId);
    expect(await findCaller(AUTOCOMMIT, sessionId)).toBeNull();
    await expect(findApiKey(key.value)).rejects.toMatchObject({ code: 'invalid_hub_key' });
    expect(await findUserByEmail(AUTOCOMMIT, email)).toBeNull();
    expect(await userRow(userId)).toMatchObject({
      email: `deleted:${userId}`,
      name: '',
      username: null,
      password_hash: null,
      deleted_at: expect.any(Date) as Date,
    });
    expect(await moneyOf(userId)).toEqual({ balance: 0n, held: 0n, entries: 0n, holds: 0n });
    expect(await audited()).toEqual([{ actor: `user:${userId}`, detail: null }]);
    expect(await jobs()).toEqual([{ job: 'erase-account', subject: userId }]);
  });

  it('happens once, however many requests there are at once', async () => {
    const { userId } = await createAccount({ creditMicro: 500n });
    await Promise.all(Array.from({ length: 6 }, () => deleteAccount(userId)));
    await deleteAccount(userId);
    expect(await audited()).toHaveLength(1);
    expect(await jobs()).toHaveLength(1);
    const entries = await selectRows(
      AUTOCOMMIT,
      `SELECT kind, amount_micro FROM ledger_entries WHERE kind = 'expiry'`,
    );
    expect(entries).toEqual([{ kind: 'expiry', amount_micro: '-500' }]);
  });

  it('frees address and username, and a new user with them gets no old data', async () => {
    const before = await createAccount({ email: 'ada@example.test', username: 'ada', creditMicro: 500n });
    const again = (creditMicro: bigint) =>
      transaction((tx) =>
        createUser(tx, {
          email: 'Ada@example.test',
          name: 'Ada Again',
          username: 'ada',
          passwordHash: null,
          role: 'USER',
          locale: null,
          creditMicro,
        }),
      );
    await expect(again(0n)).rejects.toMatchObject({ code: 'conflict' });
    await deleteAccount(before.userId);
    const [first, second] = await Promise.allSettled([again(7n), again(7n)]);
    expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const user = await findUserByEmail(AUTOCOMMIT, 'ada@example.test');
    expect(user?.id).not.toBe(before.userId);
    expect((await moneyOf(user!.id)).balance).toBe(7n);
  });

  it('grants no access by requests that were begun before', async () => {
    const { userId } = await createAccount();
    await deleteAccount(userId);
    expect(await findCaller(AUTOCOMMIT, await session(userId))).toBeNull();
    const made = await createApiKey({ userId, name: 'late' });
    await expect(findApiKey(made!.value)).rejects.toMatchObject({ code: 'invalid_hub_key' });
  });

  it('is safe beside calls with its keys and their revocation, and no call is admitted after it', async () => {
    const { userId } = await createAccount({ creditMicro: 500n });
    const keys = await Promise.all(Array.from({ length: 4 }, () => addKey(userId)));
    let isDeleted = false;
    const calls = keys.map(async ({ value }) => {
      for (;;) {
        const [wasDeleted, opened] = [isDeleted, await findApiKey(value).catch(() => null)];
        if (opened === null) return;
        expect(wasDeleted).toBe(false);
      }
    });
    await deleteAccount(userId);
    isDeleted = true;
    await Promise.all(calls);
  });
});

describe('an administrator', () => {
  it('cannot be deleted if it is the last one', async () => {
    const { userId } = await createAccount({ role: 'ADMIN' });
    await createAccount();
    await expect(deleteAccount(userId)).rejects.toMatchObject({ code: 'conflict', param: 'role' });
    expect(await userRow(userId)).toMatchObject({ deleted_at: null, role: 'ADMIN' });
    expect(await jobs()).toEqual([]);
  });

  it('remains, however many of them delete their accounts at once', async () => {
    const admins = await Promise.all(Array.from({ length: 4 }, () => createAccount({ role: 'ADMIN' })));
    const left = await Promise.allSettled(admins.map(({ userId }) => deleteAccount(userId)));
    expect(left.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'conflict', param: 'role' } },
    ]);
    const remaining = await selectRows(AUTOCOMMIT, `SELECT id FROM users WHERE role = 'ADMIN'`);
    expect(remaining).toHaveLength(1);
  });
});
