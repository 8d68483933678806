import { beforeEach, describe, expect, it } from 'vitest';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { chunksOf, streamCall, wordsOf } from '#tests/fixtures/stream-call.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi, useApiBeside } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();
const other = useApiBeside();

let owner: Awaited<ReturnType<typeof createKey>>;
beforeEach(async () => {
  owner = await createKey({ creditMicro: 10_000_000n });
});

/** An answer that has begun and does not end by itself. */
const LONG = '[[sandbox: length=60 gate=long hold=20]]';

/** Each change is made in the database alone: the message about it is lost. */
const ENDS: [string, string, () => string][] = [
  ['revoked', 'UPDATE api_keys SET revoked_at = NOW(3) WHERE id = ?', () => owner.key.id],
  ['disabled', 'UPDATE api_keys SET disabled_at = NOW(3) WHERE id = ?', () => owner.key.id],
  ['expired', 'UPDATE api_keys SET expires_at = NOW(3) WHERE id = ?', () => owner.key.id],
  ["a banned person's", 'UPDATE users SET banned_at = NOW(3) WHERE id = ?', () => owner.userId],
];

describe.each(ENDS)(
  'a key that is %s while its answers run, on two web processes that get no message about it',
  (_name, sql, id) => {
    it('ends its streams with an error of their dialect, and their output is charged', async () => {
      const bystander = await createKey();
      const calls = [
        await streamCall(api.origin(), owner.value, LONG),
        await streamCall(other.origin(), owner.value, LONG),
      ];
      const spared = await streamCall(
        api.origin(),
        bystander.value,
        '[[sandbox: length=9 pace=0 gate=held hold=3]]',
      );
      await change(AUTOCOMMIT, sql, [id()]);
      const texts = await Promise.all(calls.map((call) => call.whole()));
      for (const [index, text] of texts.entries()) {
        expect(wordsOf(text)).not.toBe('');
        expect(chunksOf(text).at(-1)).toMatchObject({
          error: { code: 'invalid_api_key', type: 'invalid_request_error' },
        });
        expect(text).not.toContain('[DONE]');
        const row = () =>
          selectRow<{ state: string; charged_micro: string | null }>(
            AUTOCOMMIT,
            'SELECT state, charged_micro FROM generations WHERE id = ?',
            [calls[index]!.generationId],
          );
        await expect.poll(async () => (await row())?.state).toBe('stopped');
        expect(Number((await row())?.charged_micro)).toBeGreaterThan(0);
      }
      expect((await readBalance(AUTOCOMMIT, owner.userId)).heldMicro).toBe(0n);
      await sandboxGate(engine.sandbox().url, 'held').open();
      expect(await spared.whole(), 'others speak on').toContain('data: [DONE]');
    });
  },
);

it('ends an unstreamed answer with 401, and charges everything that its provider bills', async () => {
  const door = sandboxGate(engine.sandbox().url, 'piece');
  const asked = postJson(
    `${api.origin()}/api/v1/chat/completions`,
    {
      model: TEST_MODEL,
      messages: [{ role: 'user', content: '[[sandbox: door=piece length=5]]' }],
    },
    { bearer: owner.value },
  );
  await expect.poll(door.waiting).toBe(1);
  await change(AUTOCOMMIT, 'UPDATE api_keys SET revoked_at = NOW(3) WHERE id = ?', [owner.key.id]);
  const answer = await asked;
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ error: { code: 'invalid_api_key' } });
  await door.open();
  const run = 'SELECT state, charge_reason, completion_tokens FROM generations WHERE api_key_id = ?';
  await expect
    .poll(() => selectRow(AUTOCOMMIT, run, [owner.key.id]))
    .toEqual({ state: 'done', charge_reason: 'ran_on', completion_tokens: 5 });
});
