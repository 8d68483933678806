import { beforeEach, describe, expect, it } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { readSse } from '#tests/setup/read-sse.ts';
import { useApi } from '#tests/setup/api.ts';
import { responsesOf, textOf, type Caller } from './responses-stage.ts';

const engine = useEngine();
const api = useApi();

let caller: Caller;
beforeEach(async () => {
  caller = await responsesOf(api.origin());
});

describe('a response in the background', () => {
  it('is answered at once, continues without its client, and is complete when it has ended', async () => {
    const { client } = caller;
    const model = 'sandbox/small';
    const input = '[[sandbox: text="Done at last" gate=last]]';
    const first = await client.responses.create({ model, input, background: true });
    expect(first).toMatchObject({
      status: expect.stringMatching(/queued|in_progress/) as string,
      output: [],
    });
    const gate = sandboxGate(engine.sandbox().url, 'last');
    await expect.poll(gate.waiting).toBe(1);
    expect((await client.responses.retrieve(first.id)).status).toBe('in_progress');
    await gate.open();
    await expect.poll(async () => (await caller.get(first.id)).status).toBe('completed');
    const ended = await caller.get(first.id);
    expect(textOf(ended)).toBe('Done at last');
    const { balanceMicro, heldMicro } = await readBalance(AUTOCOMMIT, caller.owner.userId);
    expect(heldMicro).toBe(0n);
    expect(ended.usage!.cost).toBe(Number(1_000_000n - balanceMicro) / 1_000_000);
  });

  it('is streamed live to clients that request its events, also after its first reader has left', async () => {
    const leaving = new AbortController();
    const answer = await caller.stream(
      { input: '[[sandbox: length=60 gate=left hold=20]]', background: true },
      leaving.signal,
    );
    let id = '';
    let seen = 0;
    for await (const { event, data } of readSse(answer)) {
      seen = data['sequence_number'] as number;
      if (event === 'response.created') ({ id } = (data as { response: { id: string } }).response);
      if (event !== 'response.output_text.delta') continue;
      leaving.abort();
      break;
    }
    const reading = caller.events(`${id}?stream=true&starting_after=${seen}`);
    await sandboxGate(engine.sandbox().url, 'left').open();
    const rest = await reading;
    expect(rest[0]).toMatchObject({ sequence_number: seen + 1 });
    expect(rest.at(-1)).toMatchObject({ type: 'response.completed', response: { status: 'completed' } });
    const all = await caller.events(`${id}?stream=true`);
    expect(all.map(({ type }) => type).slice(0, 3)).toEqual([
      'response.created',
      'response.queued',
      'response.in_progress',
    ]);
    expect(all.map((event) => event['sequence_number'])).toEqual(all.map((_, index) => index));
    expect(all.slice(seen + 1, -1)).toEqual(rest.slice(0, -1));
  });

  it('is canceled: the output so far is stored and charged, and no more', async () => {
    const { id } = await caller.create({
      input: '[[sandbox: length=60 gate=held hold=20]]',
      background: true,
    });
    for await (const { event } of readSse(
      await fetch(`${api.origin()}/api/v1/responses/${id}?stream=true`, {
        headers: { authorization: `Bearer ${caller.owner.value}` },
      }),
    ))
      if (event === 'response.output_text.delta') break;
    const cancelled = await caller.cancel(id);
    expect(cancelled).toMatchObject({ http: 200, status: 'cancelled' });
    expect(textOf(cancelled)).not.toBe('');
    expect(cancelled.usage!.cost).toBeGreaterThan(0);
    expect(cancelled.usage!.cost).toBeLessThan((60 * 4) / 1_000_000);
    expect(await caller.cancel(id)).toMatchObject({ http: 200, status: 'cancelled' });
    await expect.poll(() => engine.sandbox().requests()[0]?.closedAt).toBeTruthy();
  });

  it('ends when it is deleted', async () => {
    const { id } = await caller.create({
      input: '[[sandbox: length=60 gate=held hold=20]]',
      background: true,
    });
    await expect.poll(() => engine.sandbox().requests().length).toBe(1);
    await caller.remove(id);
    await expect.poll(() => engine.sandbox().requests()[0]?.closedAt).toBeTruthy();
    expect((await caller.get(id)).http).toBe(404);
    await expect.poll(async () => (await readBalance(AUTOCOMMIT, caller.owner.userId)).heldMicro).toBe(0n);
  });

  it('is the same one for a repeat of its Idempotency-Key, and another body is refused', async () => {
    const body = { input: '[[sandbox: text="Once"]]', background: true };
    const key = { 'idempotency-key': 'one' };
    const [first, second] = await Promise.all([caller.create(body, key), caller.create(body, key)]);
    expect(second.id).toBe(first.id);
    await expect.poll(async () => (await caller.get(first.id)).status).toBe('completed');
    expect((await caller.create(body, key)).id).toBe(first.id);
    expect(engine.sandbox().requests()).toHaveLength(1);
    expect((await caller.create({ ...body, input: 'Other' }, key)).http).toBe(409);
  });

  it('that fails reports it when it is read', async () => {
    const { id } = await caller.create({ input: '[[sandbox: fault=500]]', background: true });
    await expect.poll(async () => (await caller.get(id)).status).toBe('failed');
    expect(await caller.get(id)).toMatchObject({ error: { code: 'server_error' }, output: [] });
    const { balanceMicro } = await readBalance(AUTOCOMMIT, caller.owner.userId);
    expect(balanceMicro).toBe(1_000_000n);
  });

  it('needs to be stored; and a foreground response cannot be canceled', async () => {
    expect(await caller.create({ input: 'Hi', background: true, store: false })).toMatchObject({
      http: 400,
      error: { param: 'background' },
    });
    const { id } = await caller.create({ input: '[[sandbox: text="Yes"]]' });
    expect(await caller.cancel(id)).toMatchObject({ http: 400, error: { param: 'id' } });
  });

  it('is refused before it begins if money or providers are missing', async () => {
    expect(await caller.create({ input: 'Hi', background: true, model: 'nobody/knows' })).toMatchObject({
      http: 404,
      error: { param: 'model' },
    });
  });
});
