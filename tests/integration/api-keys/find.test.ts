import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { banUser } from '#app/core/accounts/bans.ts';
import { findApiKey } from '#app/core/api-keys/live-keys.ts';
import { announceKeyChange, watchKeyChanges } from '#app/core/api-keys/key-changes.ts';
import { hashKeyValue, newKeyValue } from '#app/core/api-keys/key-value.ts';
import { knownKeys } from '#app/core/api-keys/known-keys.ts';
import { changeApiKey, rotateApiKey } from '#app/core/api-keys/lifecycle.ts';
import { revokeApiKey } from '#app/core/api-keys/revocation.ts';
import { config } from '#app/core/platform/config.ts';
import { closeRedis, connectRedis, redis } from '#app/core/platform/redis.ts';
import { startListening, stopListening } from '#app/core/realtime/listeners.ts';
import { connectionPool } from '#db/client.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { emptyTables } from '#tests/setup/database.ts';

let userId: string;
beforeEach(async () => {
  await emptyTables();
  knownKeys.clear();
  ({ userId } = await createAccount());
});

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

/** Counts the connections that the pool hands out meanwhile: one per statement outside of transactions. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const loan = vi.spyOn(connectionPool(), 'borrow');
  await work();
  const count = loan.mock.calls.length;
  loan.mockRestore();
  return count;
}

describe('findApiKey', () => {
  it('finds the key and its owner', async () => {
    const { value, keyId } = await addKey(userId, { caps: { daily: 5n }, models: ['a/b'] });
    const { key, user } = await findApiKey(value);
    expect(key).toMatchObject({ id: keyId, userId, caps: { daily: 5n }, models: ['a/b'] });
    expect(user).toMatchObject({ id: userId, role: 'USER' });
    expect(JSON.stringify({ ...key, caps: null, user })).not.toMatch(/hash|sealed|password/i);
  });

  it('refuses an invalid key without a database query, and does not repeat the key', async () => {
    const wrong = ['', 'sk-par-', 'sk-abc', `${newKeyValue().slice(0, -1)}!`, 'x'.repeat(100_000)];
    const asked = await statementsOf(async () => {
      for (const value of wrong) {
        const refusal = findApiKey(value);
        await expect(refusal).rejects.toMatchObject({ code: 'invalid_hub_key', status: 401 });
        await expect(refusal).rejects.toThrow(/^Incorrect API key provided\.$/);
      }
    });
    expect(asked).toBe(0);
  });

  it('queries once for a known and for an unknown value, then caches the answer for a moment', async () => {
    const { value } = await addKey(userId);
    const unknown = newKeyValue();
    await findApiKey(value);
    await expect(findApiKey(unknown)).rejects.toMatchObject({ code: 'invalid_hub_key' });
    const again = await statementsOf(async () => {
      for (let n = 0; n < 20; n += 1) {
        await findApiKey(value);
        await expect(findApiKey(unknown)).rejects.toMatchObject({ code: 'invalid_hub_key' });
      }
    });
    // On a slow machine the cache may expire in between.
    expect(again).toBeLessThan(20);
  });

  it('applies expiry, the end of an overlap and a ban exactly on time', async () => {
    const { value } = await addKey(userId, { expiresAt: inSeconds(60) });
    await findApiKey(value, inSeconds(59));
    await expect(findApiKey(value, inSeconds(61))).rejects.toThrow('expired');

    const old = await addKey(userId);
    const fresh = await rotateApiKey({ userId, keyId: old.keyId, overlapSeconds: 60 });
    await findApiKey(fresh.value, inSeconds(61));
    await findApiKey(old.value, inSeconds(59));
    await expect(findApiKey(old.value, inSeconds(61))).rejects.toThrow('replaced');

    await banUser(AUTOCOMMIT, { userId, until: inSeconds(60), reason: null });
    knownKeys.clear();
    await expect(findApiKey(fresh.value)).rejects.toMatchObject({ code: 'ban', status: 403 });
    await findApiKey(fresh.value, inSeconds(61));
  });

  it('refuses in its own process a key that was revoked or disabled just now', async () => {
    const { value, keyId } = await addKey(userId);
    await findApiKey(value);
    await changeApiKey({ userId, keyId, change: { disabled: true } });
    await expect(findApiKey(value)).rejects.toThrow('disabled');
    await changeApiKey({ userId, keyId, change: { disabled: false } });
    await findApiKey(value);
    await revokeApiKey({ userId, keyId });
    await expect(findApiKey(value)).rejects.toThrow('revoked');
  });

  it('records the use once a minute', async () => {
    const { value, keyId } = await addKey(userId);
    const usedAt = async () =>
      (
        await selectRow<{ at: Date }>(AUTOCOMMIT, 'SELECT last_used_at AS at FROM api_keys WHERE id = ?', [
          keyId,
        ])
      )?.at;
    const [first, soon, late] = [inSeconds(0), inSeconds(59), inSeconds(60)];
    await findApiKey(value, first);
    await findApiKey(value, soon);
    expect(await usedAt()).toEqual(first);
    await findApiKey(value, late);
    expect(await usedAt()).toEqual(late);
  });
});

describe('the announcement of a change', () => {
  const stop = new AbortController();
  beforeAll(() => {
    startListening(config().REDIS_URL);
    void watchKeyChanges(stop.signal);
  });
  afterAll(async () => {
    stop.abort();
    await stopListening();
  });

  /**
   * Publishes a change as another process would, and returns which entries this process has dropped soon
   * after.
   */
  async function forgottenAfter(channel: string): Promise<string> {
    const [changed, other] = [hashKeyValue(newKeyValue()), hashKeyValue(newKeyValue())];
    const asked: string[] = [];
    const ask = (hash: string, name: string) =>
      knownKeys.lookUp(hash, async () => {
        asked.push(name);
        return null;
      });
    await ask(changed, 'changed');
    await ask(other, 'other');
    asked.length = 0;
    await redis().publish(channel, `#api-keys 0 ${changed}`);
    // Far less than the lifetime of a cached answer.
    for (let tries = 0; tries < 40 && asked.length === 0; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await ask(changed, 'changed');
    }
    await ask(other, 'other');
    return asked.join(' and ');
  }

  it('makes another process drop that key and no other', async () => {
    await expect.poll(() => redis().zCard('api-keys:watchers')).toBe(1);
    const [channel = ''] = await redis().zRange('api-keys:watchers', 0, -1);
    // Occasionally a process drops all keys, because it received nothing for a while: then the test tries
    // again.
    await expect.poll(() => forgottenAfter(channel)).toBe('changed');
  });

  it('fails no call while Redis is away', async () => {
    const { value, keyId } = await addKey(userId);
    await findApiKey(value);
    const url = config().REDIS_URL;
    await closeRedis();
    await announceKeyChange(hashKeyValue(value));
    await revokeApiKey({ userId, keyId });
    await connectRedis(url);
    await expect(findApiKey(value)).rejects.toThrow('revoked');
  });
});
