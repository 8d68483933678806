import { beforeEach, describe, expect, it } from 'vitest';
import { KEYS_MAX } from '#app/contracts/api-keys.ts';
import type { AppError } from '#app/contracts/errors.ts';
import { findOwnKey } from '#app/core/api-keys/stored-keys.ts';
import { isKeyValue } from '#app/core/api-keys/key-value.ts';
import { changeApiKey, createApiKey, rotateApiKey } from '#app/core/api-keys/lifecycle.ts';
import { revealApiKey } from '#app/core/api-keys/sealed-value.ts';
import { endRotatedKeys, revokeApiKey } from '#app/core/api-keys/revocation.ts';
import { viewApiKeys } from '#app/core/api-keys/key-view.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { emptyTables } from '#tests/setup/database.ts';

let userId: string;
beforeEach(async () => {
  await emptyTables();
  ({ userId } = await createAccount());
});

const audit = () =>
  selectRows<{ actor: string; action: string; subject_id: string }>(
    AUTOCOMMIT,
    'SELECT actor, action, subject_id FROM audit_entries ORDER BY created_at, id',
  );
const rowOf = (id: string) =>
  selectRow<Record<string, unknown>>(AUTOCOMMIT, 'SELECT * FROM api_keys WHERE id = ?', [id]);
const names = async () => (await viewApiKeys(AUTOCOMMIT, userId)).map(({ name }) => name);

describe('a key', () => {
  it('is created, listed masked with its caps, and its value is stored nowhere in plain text', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const caps = { daily: 1_000_000n, total: 9_000_000_000n };
    const { value, keyId } = await addKey(userId, { caps, models: ['a/b', 'c/d'], expiresAt });
    expect(isKeyValue(value)).toBe(true);
    expect(await viewApiKeys(AUTOCOMMIT, userId)).toEqual([
      {
        _id: keyId,
        name: 'Laptop',
        value: `${value.slice(0, 11)}…`,
        state: 'active',
        caps: { daily: 1_000_000, weekly: null, monthly: null, total: 9_000_000_000 },
        spent: { daily: 0, weekly: 0, monthly: 0, total: 0 },
        models: ['a/b', 'c/d'],
        expiresAt: expiresAt.toISOString(),
        overlapUntil: null,
        lastUsedAt: null,
        createdAt: expect.any(String) as string,
      },
    ]);
    const tables = ['api_keys', 'audit_entries'];
    const stored = await Promise.all(tables.map((table) => selectRows(AUTOCOMMIT, `SELECT * FROM ${table}`)));
    expect(JSON.stringify(stored)).not.toContain(value.slice(11));
  });

  it('is created once by a form that is sent twice, also at the same moment', async () => {
    const createRef = newId();
    const made = await Promise.all([1, 2, 3].map(() => createApiKey({ userId, name: 'Twice', createRef })));
    expect(made.filter((one) => one !== null)).toHaveLength(1);
    expect(await names()).toEqual(['Twice']);
    const other = await createAccount();
    expect(await createApiKey({ userId: other.userId, name: 'Other', createRef })).not.toBeNull();
  });

  it('is revealed to its owner, which is recorded', async () => {
    const { value, keyId } = await addKey(userId);
    expect(await revealApiKey({ userId, keyId })).toBe(value);
    expect(await revealApiKey({ userId, keyId })).toBe(value);
    const actor = `user:${userId}`;
    expect(await audit()).toEqual([
      { actor, action: 'api-key.create', subject_id: keyId },
      { actor, action: 'api-key.reveal', subject_id: keyId },
      { actor, action: 'api-key.reveal', subject_id: keyId },
    ]);
  });

  it('with a sealed value moved from another key is not revealed', async () => {
    const [one, other] = [await addKey(userId, { name: 'One' }), await addKey(userId, { name: 'Other' })];
    await change(AUTOCOMMIT, 'UPDATE api_keys SET sealed_value = ? WHERE id = ?', [
      (await rowOf(other.keyId))?.sealed_value as string,
      one.keyId,
    ]);
    await expect(revealApiKey({ userId, keyId: one.keyId })).rejects.toMatchObject({ failure: 'refused' });
  });

  it('changes in the given fields and no others', async () => {
    const { keyId } = await addKey(userId, { caps: { daily: 5n, weekly: 7n }, models: ['a/b'] });
    await changeApiKey({ userId, keyId, change: { name: 'Server', caps: { daily: null, monthly: 3n } } });
    await changeApiKey({ userId, keyId, change: { disabled: true } });
    expect(await viewApiKeys(AUTOCOMMIT, userId)).toMatchObject([
      {
        name: 'Server',
        state: 'disabled',
        caps: { daily: null, weekly: 7, monthly: 3, total: null },
        models: ['a/b'],
      },
    ]);
    const past = new Date(Date.now() - 1);
    await changeApiKey({ userId, keyId, change: { disabled: false, models: null, expiresAt: past } });
    expect(await viewApiKeys(AUTOCOMMIT, userId)).toMatchObject([{ state: 'expired', models: null }]);
  });

  it('ends when revoked: it is not listed, its value is dropped, its row remains', async () => {
    const { keyId } = await addKey(userId);
    await addKey(userId, { name: 'Other' });
    await revokeApiKey({ userId, keyId });
    expect(await names()).toEqual(['Other']);
    expect(await rowOf(keyId)).toMatchObject({ sealed_value: null, revoked_at: expect.any(Date) as Date });
    for (const act of [revealApiKey, revokeApiKey, findOwn])
      await expect(act({ userId, keyId })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('belongs only to its owner', async () => {
    const { keyId } = await addKey(userId);
    const stranger = (await createAccount()).userId;
    const foreign = { userId: stranger, keyId };
    const acts = [
      () => revealApiKey(foreign),
      () => revokeApiKey(foreign),
      () => changeApiKey({ ...foreign, change: { name: 'Mine' } }),
      () => rotateApiKey({ ...foreign, overlapSeconds: 0 }),
      () => findOwn(foreign),
      () => findOwn({ userId, keyId: 'no id' }),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'not_found' });
    expect(await names()).toEqual(['Laptop']);
    expect(await viewApiKeys(AUTOCOMMIT, stranger)).toEqual([]);
  });

  it('is refused beyond the maximum per user', async () => {
    for (let n = 0; n < KEYS_MAX; n += 1) await addKey(userId, { name: `Key ${n}` });
    await expect(addKey(userId, { name: 'Too many' })).rejects.toMatchObject({
      code: 'conflict',
      params: { max: KEYS_MAX },
    });
    const [first] = await viewApiKeys(AUTOCOMMIT, userId);
    const keyId = first?._id ?? '';
    await expect(rotateApiKey({ userId, keyId, overlapSeconds: 60 })).rejects.toMatchObject({
      code: 'conflict',
    });
    await rotateApiKey({ userId, keyId, overlapSeconds: 0 });
    expect(await names()).toHaveLength(KEYS_MAX);
  });
});

describe('a rotated key', () => {
  it('stays valid for its overlap beside the new one, which has its name, caps, models and expiry', async () => {
    const expiresAt = new Date(Date.now() + 9e9);
    const old = await addKey(userId, { caps: { weekly: 7n }, models: ['a/b'], expiresAt });
    const made = await rotateApiKey({ userId, keyId: old.keyId, overlapSeconds: 60 });
    expect(made.value).not.toBe(old.value);
    expect(made.key).toMatchObject({
      name: 'Laptop',
      caps: { daily: null, weekly: 7n, monthly: null, total: null },
      models: ['a/b'],
      expiresAt,
      rotatedFrom: old.keyId,
      budgetId: old.keyId,
    });
    expect(await viewApiKeys(AUTOCOMMIT, userId)).toMatchObject([
      { _id: made.key.id, overlapUntil: null, state: 'active' },
      { _id: old.keyId, overlapUntil: expect.any(String) as string, state: 'active' },
    ]);
    const later = new Date(Date.now() + 61_000);
    expect((await viewApiKeys(AUTOCOMMIT, userId, later)).map(({ _id }) => _id)).toEqual([made.key.id]);
    const detail = await selectRow<{ detail: string }>(
      AUTOCOMMIT,
      "SELECT detail FROM audit_entries WHERE action = 'api-key.rotate'",
    );
    expect(JSON.parse(detail?.detail ?? '')).toEqual({ by: made.key.id, overlapSeconds: 60 });
  });

  it('is replaced once, however often this is requested at the same moment', async () => {
    const { keyId } = await addKey(userId);
    const tries = await Promise.allSettled(
      [1, 2, 3].map(() => rotateApiKey({ userId, keyId, overlapSeconds: 60 })),
    );
    const codes = tries.map((one) => (one.status === 'rejected' ? (one.reason as AppError).code : 'done'));
    expect(codes.sort()).toEqual(['conflict', 'conflict', 'done']);
    expect(await names()).toHaveLength(2);
  });

  it('loses its value once its overlap is over, and no earlier', async () => {
    const { keyId } = await addKey(userId);
    await rotateApiKey({ userId, keyId, overlapSeconds: 60 });
    expect(await endRotatedKeys()).toBe(0);
    expect(await endRotatedKeys(new Date(Date.now() + 61_000))).toBe(1);
    expect(await rowOf(keyId)).toMatchObject({ sealed_value: null });
    expect(await names()).toHaveLength(1);
  });
});

function findOwn(named: { userId: string; keyId: string }) {
  return findOwnKey(AUTOCOMMIT, named);
}
