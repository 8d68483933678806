import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '#app/admin/command-line.ts';
import { createApiKey, purposeOf } from '#app/core/api-keys/lifecycle.ts';
import { revealApiKey } from '#app/core/api-keys/sealed-value.ts';
import { revokeApiKey } from '#app/core/api-keys/revocation.ts';
import { config } from '#app/core/platform/config.ts';
import { encryptionKeys } from '#app/core/platform/secret-settings.ts';
import { seal } from '#app/core/vault/vault.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { emptyTables } from '#tests/setup/database.ts';

const keyNamed = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64url')}`;
const OLD = encryptionKeys.parse(keyNamed('old_key', 8));
const LOST = encryptionKeys.parse(keyNamed('lost', 9));
process.env.ENCRYPTION_KEYS = `${keyNamed('new', 7)},${keyNamed('old_key', 8)}`;

let userId: string;
beforeEach(async () => {
  await emptyTables();
  ({ userId } = await createAccount());
});

/** A key whose value was sealed with these encryption keys. */
async function keySealedWith(keys: typeof OLD) {
  const made = await createApiKey({ userId, name: 'Laptop' });
  if (!made) throw new Error('made before');
  const keyId = made.key.id;
  const sealed = seal(made.value, { ownerId: userId, purpose: purposeOf(keyId) }, keys);
  await change(AUTOCOMMIT, 'UPDATE api_keys SET sealed_value = ? WHERE id = ?', [sealed, keyId]);
  return { keyId, value: made.value, sealed };
}

const stored = async () =>
  new Map(
    (
      await selectRows<{ id: string; sealed: string | null }>(
        AUTOCOMMIT,
        'SELECT id, sealed_value AS sealed FROM api_keys',
      )
    ).map(({ id, sealed }) => [id, sealed]),
  );

describe('rotate-vault', () => {
  it('seals again the values of an older key, leaves the rest alone, and can be repeated', async () => {
    const old = await Promise.all([1, 2, 3].map(() => keySealedWith(OLD)));
    const current = await keySealedWith(config().ENCRYPTION_KEYS);
    const gone = await keySealedWith(OLD);
    await revokeApiKey({ userId, keyId: gone.keyId });
    expect(await revealApiKey({ userId, keyId: old[0]!.keyId }), 'before the rotation').toBe(old[0]!.value);

    const { lines, code } = await runCommand(['rotate-vault'], 'operator:test');
    expect({ lines, code }).toEqual({
      lines: [
        'hub keys: 3 sealed again',
        'stored calls: 0 sealed again',
        'kept answers: 0 sealed again',
        'keys of people for providers: 0 sealed again',
        'requests of open calls: 0 sealed again',
        'kept responses: 0 sealed again',
        'secrets of webhooks: 0 sealed again',
        'The older keys can be taken out of ENCRYPTION_KEYS.',
      ],
      code: 0,
    });
    const after = await stored();
    for (const { keyId, value } of old) {
      expect(after.get(keyId)).toMatch(/^new:/);
      expect(await revealApiKey({ userId, keyId })).toBe(value);
    }
    expect(after.get(current.keyId)).toBe(current.sealed);
    expect(after.get(gone.keyId)).toBeNull();
    expect((await runCommand(['rotate-vault'], 'operator:test')).lines[0]).toBe('hub keys: 0 sealed again');
  });

  it('reports values that it could not open and continues with the others', async () => {
    const lost = await keySealedWith(LOST);
    const fine = await keySealedWith(OLD);
    const { lines, code } = await runCommand(['rotate-vault'], 'operator:test');
    expect(code).toBe(1);
    expect(lines[0]).toBe('hub keys: 1 sealed again, 1 could not be opened');
    expect(lines.at(-1)).toMatch(/^The older keys are still needed/);
    expect((await stored()).get(lost.keyId)).toBe(lost.sealed);
    expect(await revealApiKey({ userId, keyId: fine.keyId })).toBe(fine.value);
    await expect(revealApiKey({ userId, keyId: lost.keyId })).rejects.toMatchObject({
      failure: 'unknown_key',
    });
  });
});
