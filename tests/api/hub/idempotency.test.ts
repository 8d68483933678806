import OpenAI, { APIError, ConflictError } from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { redis } from '#app/core/platform/redis.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();

let owner: Awaited<ReturnType<typeof createKey>>;
let client: OpenAI;
beforeEach(async () => {
  owner = await createKey();
  client = clientOf(owner.value);
});

function clientOf(apiKey: string): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${api.origin()}/api/v1`, maxRetries: 0 });
}

const ask = (content: string) => ({ model: TEST_MODEL, messages: [{ role: 'user' as const, content }] });
const named = (name: string) => ({ headers: { 'idempotency-key': name } });
const requestCount = () => engine.sandbox().requests().length;
const spent = async () => 1_000_000n - (await readBalance(AUTOCOMMIT, owner.userId)).balanceMicro;

describe('an Idempotency-Key', () => {
  it('gets the identical answer again, and is charged once', async () => {
    const body = ask('[[sandbox: length=30 pace=0]]');
    const first = await client.chat.completions.create(body, named('order 7')).withResponse();
    const paid = await spent();
    const second = await client.chat.completions.create(body, named('order 7')).withResponse();
    expect(second.data).toEqual(first.data);
    expect(first.response.headers.get('idempotent-replayed')).toBeNull();
    expect(second.response.headers.get('idempotent-replayed')).toBe('true');
    expect(requestCount()).toBe(1);
    expect(paid).toBeGreaterThan(0n);
    expect(await spent()).toBe(paid);
  });

  it('is in the receipt with the time for which its answer is stored', async () => {
    const call = ask('[[sandbox: text="Good morning"]]');
    const receiptOf = async (id: string) => {
      const answer = await fetch(`${api.origin()}/api/v1/generation?id=${id}`, {
        headers: { authorization: `Bearer ${owner.value}` },
      });
      return (await answer.json()) as { created_at: string; repeatable_until: string | null };
    };
    const { id } = await client.chat.completions.create(call, named('order 8'));
    const { created_at: created, repeatable_until: until } = await receiptOf(id);
    const hours = (Date.parse(until ?? '') - Date.parse(created)) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
    await change(AUTOCOMMIT, 'UPDATE idempotent_calls SET expires_at = NOW(3) - INTERVAL 1 SECOND');
    expect((await receiptOf(id)).repeatable_until).toBeNull();
    expect((await receiptOf((await client.chat.completions.create(call)).id)).repeatable_until).toBeNull();
  });

  it('gets a stream again with the same text, usage and end, also from an emptied Redis', async () => {
    const body = {
      ...ask('[[sandbox: length=40 pace=0]]'),
      stream: true as const,
      stream_options: { include_usage: true },
    };
    const read = async () => {
      const chunks = [];
      for await (const chunk of await client.chat.completions.create(body, named('s'))) chunks.push(chunk);
      const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
      const ends = chunks.map(({ choices }) => choices[0]?.finish_reason).filter(Boolean);
      return { text, ends, usage: chunks.at(-1)?.usage, id: chunks[0]?.id, created: chunks[0]?.created };
    };
    const first = await read();
    await redis().flushDb();
    expect(await read()).toEqual(first);
    expect(first.ends).toEqual(['stop']);
    expect(requestCount()).toBe(1);
  });

  it('also stores output other than text', async () => {
    const body = { ...ask('[[sandbox: text="Yes"]]'), logprobs: true, top_logprobs: 2 };
    const first = await client.chat.completions.create(body, named('rich'));
    await redis().flushDb();
    expect(await client.chat.completions.create(body, named('rich'))).toEqual(first);
  });

  it('is refused with another body', async () => {
    await client.chat.completions.create(ask('[[sandbox: text=One]]'), named('k'));
    const refusal: unknown = await client.chat.completions
      .create(ask('[[sandbox: text=Two]]'), named('k'))
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ConflictError);
    const { headers, param } = refusal as ConflictError;
    expect(param).toBe('Idempotency-Key');
    expect(headers?.get('x-should-retry')).toBe('false');
    expect(requestCount()).toBe(1);
  });

  it('of another API key is a different one', async () => {
    const other = await createKey();
    const body = ask('[[sandbox: length=5]]');
    const [mine, theirs] = await Promise.all(
      [client, clientOf(other.value)].map((one) => one.chat.completions.create(body, named('shared'))),
    );
    expect(theirs!.id).not.toBe(mine!.id);
    expect(requestCount()).toBe(2);
  });

  it('that arrives twenty times at once makes one run, which all of them read', async () => {
    const body = ask('[[sandbox: length=40]]');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.chat.completions.create(body, named('impatient'))),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(requestCount()).toBe(1);
  });

  it('of a call that failed makes a new call, and stores that answer', async () => {
    const body = ask('[[sandbox: fault=503 times=2 length=5]]');
    const create = () => client.chat.completions.create(body, named('unlucky'));
    expect(await create().catch((error: unknown) => error)).toBeInstanceOf(APIError);
    expect(await spent()).toBe(0n);
    const answer = await create();
    const paid = await spent();
    expect(await create()).toEqual(answer);
    expect(paid).toBeGreaterThan(0n);
    expect(await spent()).toBe(paid);
  });

  it('of a call that was refused for lack of money can be used again', async () => {
    const poor = await createKey({ creditMicro: 0n });
    const create = () =>
      clientOf(poor.value).chat.completions.create(ask('[[sandbox: length=5]]'), named('p'));
    expect(await create().catch((error: unknown) => error)).toMatchObject({ status: 402 });
    await change(AUTOCOMMIT, 'UPDATE accounts SET balance_micro = 1000000 WHERE user_id = ?', [poor.userId]);
    expect((await create()).object).toBe('chat.completion');
  });

  it('expires after 24 hours', async () => {
    const body = ask('[[sandbox: length=5]]');
    const first = await client.chat.completions.create(body, named('old'));
    const hours = async (count: number) =>
      change(AUTOCOMMIT, 'UPDATE idempotent_calls SET expires_at = expires_at - INTERVAL ? HOUR', [count]);
    await hours(23);
    expect((await client.chat.completions.create(body, named('old'))).id).toBe(first.id);
    await hours(1);
    expect((await client.chat.completions.create(body, named('old'))).id).not.toBe(first.id);
  });

  it('leaves nothing readable in the database', async () => {
    await client.chat.completions.create(ask('[[sandbox: text="The canary sings"]]'), named('canary-name'));
    const rows = await selectRows<object>(AUTOCOMMIT, 'SELECT * FROM idempotent_calls');
    expect(rows).toMatchObject([{ answer: expect.stringMatching(/^[\w-]+:[\w-]+$/) }]);
    expect(JSON.stringify(rows)).not.toMatch(/canary/);
  });

  it.each(['é', 'a\tb', 'x'.repeat(256)])('of the form %j is refused by name', async (name) => {
    const answer = await fetch(`${api.origin()}/api/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner.value}`,
        'content-type': 'application/json',
        'idempotency-key': name,
      },
      body: JSON.stringify(ask('[[sandbox: length=5]]')),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { param: 'Idempotency-Key' } });
  });
});
