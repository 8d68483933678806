import { describe, expect, it } from 'vitest';
import { runCommand } from '#app/admin/command-line.ts';
import { SEALED } from '#app/admin/maintenance.ts';
import { WEBHOOK_EVENTS } from '#app/contracts/webhooks/endpoint.ts';
import { revealApiKey } from '#app/core/api-keys/sealed-value.ts';
import { findContent, storeRequest } from '#app/core/call-contents/call-contents.ts';
import { files } from '#app/core/files/files.ts';
import { admitCall } from '#app/core/generation/admit/call.ts';
import { readRequest } from '#app/core/generation/record/request-file.ts';
import { storeRepeatAnswer, readRepeatAnswer } from '#app/core/idempotency/stored-answers.ts';
import { config } from '#app/core/platform/config.ts';
import { encryptionKeys, type EncryptionKey } from '#app/core/platform/secret-settings.ts';
import { openKey, SEALED_PROVIDER_KEYS, storeKey } from '#app/core/provider-keys/provider-keys.ts';
import { findResponse, storeResponseRequest } from '#app/core/responses/responses.ts';
import { reseal } from '#app/core/vault/reseal.ts';
import { SEALED_KINDS, type SealedKind } from '#app/core/vault/vault.ts';
import { createEndpoint } from '#app/core/webhooks/endpoint-creation.ts';
import { openSecret } from '#app/core/webhooks/secret.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { apiCall, type KeyOwner } from '#tests/factories/api-call.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

useUnservedModel();

const keyNamed = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64url')}`;
const OLD = keyNamed('before', 8);
const NEW = keyNamed('after', 7);
/** Like a restart with other settings. */
const useKeys = (list: string) => {
  const keys = config().ENCRYPTION_KEYS as unknown as EncryptionKey[];
  keys.splice(0, keys.length, ...encryptionKeys.parse(list));
};

/** A call with an idempotency key, whose request is too long for its row and whose answer is stored. */
async function admitNamed(owner: KeyOwner): Promise<string> {
  const content = `canary ${'word '.repeat(20_000)}`;
  const body = { model: TEST_MODEL, messages: [{ role: 'user', content }] };
  const call = apiCall(owner, body, { idempotencyKeyHash: '1'.repeat(64) });
  await admitCall(call);
  const { generationId, userId } = call;
  await transaction((tx) =>
    storeRepeatAnswer(tx, { generationId, userId, entries: ['{"answer":"canary"}'] }),
  );
  return generationId;
}

/** Seals one value of each kind, and returns how each is opened in the product. */
async function sealOneOfEach(): Promise<Record<SealedKind, () => Promise<string>>> {
  const owner = await createKey({ creditMicro: 100_000_000n });
  const { userId, key } = owner;
  const generationId = await admitNamed(owner);
  const kept = { id: generationId, userId, isBackground: false, ancestors: [] };
  await storeResponseRequest({ ...kept, asked: '"canary"' });
  const content = { id: generationId, userId };
  await storeRequest(content, '"canary"');
  const facts = { name: 'Mine', url: 'https://receiver.example/hooks', events: WEBHOOK_EVENTS };
  const providerKey = { userId, name: 'openAI' };
  await storeKey(providerKey, 'canary', new Date(Date.now() + 60_000));
  const webhook = await createEndpoint({ userId, ...facts, createRef: null });
  return {
    'api-key': async () => ((await revealApiKey({ userId, keyId: key.id })) === owner.value ? 'canary' : ''),
    'call-content': async () => (await findContent(AUTOCOMMIT, content))?.request ?? '',
    'idempotent-answer': async () => JSON.stringify(await readRepeatAnswer(AUTOCOMMIT, generationId, userId)),
    'provider-key': async () => (await openKey(providerKey)) ?? '',
    request: async () => {
      const row = await selectRow<{ request: string }>(
        AUTOCOMMIT,
        'SELECT request FROM generations WHERE id = ?',
        [generationId],
      );
      return readRequest({ id: generationId, userId, request: row!.request });
    },
    response: async () => (await findResponse(AUTOCOMMIT, { id: generationId, userId }))?.asked ?? '',
    'webhook-secret': async () => {
      const row = await selectRow<{ sealed: string }>(
        AUTOCOMMIT,
        'SELECT sealed_secret AS sealed FROM webhook_endpoints WHERE id = ?',
        [webhook!.endpointId],
      );
      const owner = { id: webhook!.endpointId, userId };
      return openSecret(row!.sealed, owner) === webhook!.secret ? 'canary' : '';
    },
  };
}

describe('rotate-vault', () => {
  it('covers every kind of sealed value', () => {
    expect(Object.keys(SEALED).sort()).toEqual([...SEALED_KINDS].sort());
  });

  it('makes everything readable without the old key', async () => {
    useKeys(OLD);
    const open = await sealOneOfEach();
    useKeys(`${NEW},${OLD}`);
    const { lines } = await runCommand(['rotate-vault'], 'operator:test');
    expect(lines).toHaveLength(SEALED_KINDS.length + 1);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/: 1 sealed again$/);
    expect(lines.at(-1)).toBe('The older keys can be taken out of ENCRYPTION_KEYS.');
    useKeys(NEW);
    for (const kind of SEALED_KINDS) {
      const opened = await open[kind]();
      expect({ kind, opened }).toEqual({ kind, opened: expect.stringContaining('canary') });
    }
  });

  it('reads a column batch by batch, in the order of all columns of its key', async () => {
    useKeys(OLD);
    const owners = await Promise.all([createKey(), createKey()]);
    const keys = owners.flatMap(({ userId }) =>
      ['anthropic', 'google', 'openAI'].map((name) => ({ userId, name })),
    );
    for (const key of keys) await storeKey(key, 'canary', new Date(Date.now() + 60_000));
    useKeys(`${NEW},${OLD}`);
    for (const resealed of [keys.length, 0])
      expect(await reseal(AUTOCOMMIT, SEALED_PROVIDER_KEYS, 2)).toEqual({ resealed, failed: 0 });
    useKeys(NEW);
    expect(await Promise.all(keys.map(openKey))).toEqual(keys.map(() => 'canary'));
  });

  it('skips a text that is replaced while it is sealed again', async () => {
    useKeys(OLD);
    const { userId } = await createKey();
    const key = { userId, name: 'openAI' };
    const expiresAt = new Date(Date.now() + 60_000);
    await storeKey(key, 'before', expiresAt);
    useKeys(`${NEW},${OLD}`);
    const column = SEALED_PROVIDER_KEYS[0]!;
    const read: typeof column.read = async (...args) => {
      const stored = await column.read(...args);
      await storeKey(key, 'after', expiresAt);
      return stored;
    };
    expect(await reseal(AUTOCOMMIT, [{ ...column, read }])).toEqual({ resealed: 0, failed: 0 });
    expect(await openKey(key)).toBe('after');
  });

  it('reports that the old key is needed while one of any kind does not open', async () => {
    useKeys(OLD);
    await sealOneOfEach();
    useKeys(NEW);
    const { lines } = await runCommand(['rotate-vault'], 'operator:test');
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/: 0 sealed again, 1 could not be opened$/);
    expect(lines.at(-1)).toMatch(/^The older keys are still needed/);
  });

  it('continues with the other kinds when a store is away, and reports that the old key is needed', async () => {
    useKeys(OLD);
    await sealOneOfEach();
    useKeys(`${NEW},${OLD}`);
    const store = await files();
    const { get } = store;
    store.get = () => Promise.reject(new Error('the store is away'));
    const { lines } = await runCommand(['rotate-vault'], 'operator:test');
    store.get = get;
    expect(lines).toEqual([
      'hub keys: 1 sealed again',
      'stored calls: 1 sealed again',
      'kept answers: 1 sealed again',
      'keys of people for providers: 1 sealed again',
      'requests of open calls: given up: the store is away',
      'kept responses: 1 sealed again',
      'secrets of webhooks: 1 sealed again',
      expect.stringMatching(/^The older keys are still needed/),
    ]);
  });
});
